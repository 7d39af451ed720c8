import FunnelModel
import FunnelReport

extension AnalyzePlan {
  /// What a report of this plan says and how it is laid out; `width` is that of text that no terminal shows.
  func settings(io: CommandIO, width: Int = TerminalStyle().width) -> ReportSettings {
    var settings = ReportSettings(version: FunnelCommand.version, plan: analysis)
    settings.assumedZone = reading.assumedZone
    settings.terminal = io.outputTerminal ?? TerminalStyle(width: width)
    layout.apply(to: &settings)
    settings.control = control
    settings.thresholds = thresholds
    return settings
  }
}

extension Request {
  /// Refuses a format that a command does not write.
  func checkFormat(_ formats: [ReportFormat]) throws(CommandFailure) {
    guard let format, !formats.contains(format) else { return }
    let advice = "it writes " + CommandOption.list(formats.map(\.rawValue))
    throw .usage(.noEffect(option: "format \(format.rawValue)", with: "'\(command.rawValue)'", advice: advice))
  }
}
