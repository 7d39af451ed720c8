import FunnelModel
import FunnelReport

extension AnalyzePlan {
  /// What a report of this plan says and how it is laid out; `width` is that of text that no terminal shows.
  func settings(io: CommandIO, width: Int = TerminalStyle().width) -> ReportSettings {
    var settings = ReportSettings(version: FunnelCommand.version, plan: analysis)
    settings.assumedZone = reading.assumedZone
    settings.terminal = io.outputTerminal ?? TerminalStyle(width: width)
    layout.apply(to: &settings)
    settings.control = analysis.control
    settings.experiment = reading.experiment
    settings.thresholds = thresholds
    return settings
  }
}
