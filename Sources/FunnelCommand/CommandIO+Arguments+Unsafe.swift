import FunnelModel

extension CommandIO {
  /// The words after the program's name, byte for byte as the system handed them over.
  ///
  /// The standard library's own list repairs what is not UTF-8, and a file of such a name could not be opened.
  public static func arguments() -> [String] {
    var words: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      // Sound: the system keeps as many words as it says, each with a zero behind it, for as long as the process lives.
      guard let start = unsafe CommandLine.unsafeArgv[index] else { break }
      var bytes: [UInt8] = []
      while unsafe start[bytes.count] != 0 { bytes.append(UInt8(bitPattern: unsafe start[bytes.count])) }
      words.append(SystemWord.string(of: bytes))
    }
    return words
  }
}
