/// Why the output folder could not be written; what stood in it before stands there still.
enum FolderFailure: Error, Equatable {
  case noFolder(String)
  case cannotWrite(path: String, code: Int32)
  case folderInPlaceOfFile(String)
  case inUse(String)
  /// A folder of somebody else has the name of ours.
  case reserved(String)
  case interrupted

  /// The fault in one line: what, where, what to do.
  var line: String {
    switch self {
    case .noFolder(let path):
      "--output \(ShownText.escaped(path)): there is a file of that name; name a folder, or one that is to be made"
    case .cannotWrite(let path, let code):
      "cannot write \(ShownText.escaped(path)): \(FileCalls.message(code)); nothing in the output folder was changed"
    case .folderInPlaceOfFile(let path):
      "cannot write \(ShownText.escaped(path)): a folder stands in its place; move it away"
    case .inUse(let path):
      "--output \(ShownText.escaped(path)): another run is writing into it; wait for it to end"
    case .reserved(let path):
      "\(ShownText.escaped(path)) is a name that funnel stages files under, and holds files of others; move it away"
    case .interrupted:
      "interrupted; nothing in the output folder was changed"
    }
  }
}
