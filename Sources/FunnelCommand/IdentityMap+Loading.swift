import FunnelModel

extension IdentityMap {
  /// The map in a file; `-` is none, since it would be taken for standard input.
  ///
  /// - Throws: that the file cannot be read, or the first fault of what it holds.
  static func load(_ file: String) throws(CommandFailure) -> IdentityMap {
    if file == "-" { throw .usage(.identitiesFromStandardInput) }
    let bytes: [UInt8]
    do {
      bytes = try FileCalls.read(file)
    } catch {
      throw .unreadableIdentities(file: file, code: error.code)
    }
    if let program = compressed(bytes) { throw .compressedIdentities(file: file, program: program) }
    do {
      return try IdentityMap(parsing: bytes)
    } catch {
      throw .identities(file: file, error)
    }
  }

  /// The program that unpacks what begins so; nil of what is not compressed.
  private static func compressed(_ bytes: [UInt8]) -> String? {
    let beginnings: [(bytes: [UInt8], program: String)] = [
      ([0x1F, 0x8B], "gzip"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd"), ([0x42, 0x5A, 0x68], "bzip2"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz"), ([0x50, 0x4B, 0x03, 0x04], "unzip"),
    ]
    return beginnings.first { bytes.starts(with: $0.bytes) && !bytes.dropFirst(4).prefix(60).allSatisfy { $0 < 0x80 } }?
      .program
  }
}

extension IdentityMapFailure {
  /// The fault in one line: where, what, what to do.
  func line(of file: String) -> String {
    let fault =
      switch reason {
      case .columns(let count): "expected two ids, found \(count == 1 ? "one column" : "\(count) columns")"
      case .emptyID(let column): "the \(column == 1 ? "first" : "second") id is empty"
      case .openQuote: "a quote is not closed"
      case .textBehindQuote: "there is text behind the quote that closes an id"
      case .strayQuote: "there is a quote within an id that does not begin with one"
      case .notUTF8: "an id is no UTF-8"
      }
    return "\(ShownText.escaped(file)):\(self.line): \(fault); each row is an id and its user, as CSV or TSV"
  }
}
