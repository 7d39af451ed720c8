/// Why the logs cannot be read at all.
///
/// What is wrong with a single line is never one of these: it is counted in the summary.
public enum LogFailure: Error, Hashable, Sendable {
  /// The system does not open it; the code is its `errno`.
  case cannotOpen(file: String, code: Int32)
  /// It is a directory.
  case isDirectory(file: String)
  /// The system opened it, but does not hand out what it holds; the code is its `errno`.
  case cannotRead(file: String, code: Int32)
  /// The program that unpacks it is not there.
  case missingProgram(file: String, program: String)
  /// The program that unpacks it says that it is damaged or cut short, in its own words.
  case damagedArchive(file: String, program: String, message: String)
  /// It is an archive whose program cannot unpack one of its files, because that is encrypted or packed in a way of its own.
  case closedMember(file: String, program: String, member: String, isEncrypted: Bool)
  /// It is an archive that only a file can be read of, and came through a pipe or as standard input.
  case compressedStream(file: String, program: String)
  /// Its source cannot be told from the fields of its first objects.
  case unknownSource(file: String, fields: [String])
  /// Its source cannot be told, since none of its first so many bytes are a whole object.
  case noObject(file: String, bytes: Int)
  /// The system does not list what is in a folder; the code is its `errno`.
  case cannotList(folder: String, code: Int32)
  /// It is no folder, though it was named as one.
  case notFolder(file: String)
  /// There is no log below these folders.
  case noLog(folders: [String])
  /// What it unpacks to is compressed again, for this program.
  case packedTwice(file: String, program: String)
  /// It is a tar archive, of files one after the other.
  case tarArchive(file: String)
  /// What can be read only once does not fit a temporary file; the code is its `errno`.
  case cannotKeep(file: String, folder: String, code: Int32)
}

extension LogFailure {
  /// Whether it says what a log holds, so that whatever unpacked it is not to blame.
  var isOfContent: Bool {
    switch self {
    case .packedTwice, .tarArchive, .unknownSource, .noObject: true
    default: false
    }
  }
}
