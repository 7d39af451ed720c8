import FunnelModel
import FunnelReport

/// `funnel compare`: two reports in, what changed out.
struct CompareCommand {
  private let request: Request
  private let io: CommandIO
  private let format: ReportFormat

  init(_ request: Request, io: CommandIO) throws(CommandFailure) {
    guard request.operands.count >= 2 else {
      throw .usage(.missingOperand(.compare, what: "two reports, the old one first"))
    }
    if request.operands.count > 2 { throw .usage(.extraOperand(.compare, request.operands[2])) }
    self.request = request
    self.io = io
    format = request.format ?? (io.outputTerminal == nil ? .csv : .text)
  }

  /// Reads both, compares, prints.
  func run() throws(CommandFailure) {
    let (old, new) = (try report(request.operands[0]), try report(request.operands[1]))
    let changes: ReportChanges
    do throws(ReportChanges.Fault) {
      changes = try ReportChanges(from: old, to: new)
    } catch {
      throw .compare(.changes(error))
    }
    if !changes.differingRules.isEmpty {
      let names = changes.differingRules.map { ShownText.escaped($0.string) }.joined(separator: ", ")
      Diagnostics(sink: io.error, isQuiet: request.isQuiet).note(
        "the two reports follow different rules (\(names)), so what differs may be due to that alone")
    }
    try io.printOut(changes.write(format, terminal: io.outputTerminal ?? TerminalStyle()) ?? [])
  }

  /// The report of a file, or of the folder that `--output` made.
  private func report(_ name: String) throws(CommandFailure) -> SavedReport {
    let file = (try? FileCalls.kind(name)) == .folder ? name + "/report.json" : name
    let bytes: [UInt8]
    do throws(SystemFailure) {
      bytes = try FileCalls.read(file)
    } catch {
      throw .compare(.cannotRead(file: file, code: error.code))
    }
    do throws(SavedReport.Fault) {
      return try SavedReport(parsing: bytes)
    } catch {
      throw .compare(.fault(file: file, error))
    }
  }
}
