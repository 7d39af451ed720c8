import FunnelReport

/// Why the history could not be read or written; what stood in it stands there still.
enum HistoryFailure: Error, Equatable {
  case fault(file: String, HistoryFault)
  case isFolder(String)
  /// A device or a pipe, which may have no end and keeps nothing.
  case isNoFile(String)
  case cannotRead(file: String, code: Int32)
  case cannotWrite(file: String, code: Int32)

  /// The fault in one line: what, where, what to do.
  var line: String {
    switch self {
    case .fault(let file, let fault):
      "\(ShownText.escaped(file)):\(fault.line): \(fault.words); nothing was overwritten; name another file with "
        + "--history, or put back a copy of this one"
    case .isFolder(let file):
      "--history \(ShownText.escaped(file)): a folder stands there; name a file"
    case .isNoFile(let file):
      "--history \(ShownText.escaped(file)): a device or a pipe stands there; name a file"
    case .cannotRead(let file, let code):
      "cannot read the history \(ShownText.escaped(file)): \(FileCalls.message(code)); nothing was overwritten"
    case .cannotWrite(let file, let code):
      "cannot write the history \(ShownText.escaped(file)): \(FileCalls.message(code)); it and the last report are "
        + "as they were"
    }
  }
}
