extension IdentityMap {
  /// The map that a file holds: CSV by RFC 4180, or TSV where a tab stands in the first line that is not blank.
  ///
  /// Lines end in LF or CR LF, blank ones and a byte order mark are passed over. A heading is a row like any other: no
  /// event has its words for ids. Costs the file's length.
  public init(parsing file: [UInt8]) throws(IdentityMapFailure) {
    self.init()
    var parser = RowParser(file)
    while let (fields, line) = try parser.row() {
      guard fields.count == 2 else { throw IdentityMapFailure(line: line, reason: .columns(fields.count)) }
      for (place, field) in fields.enumerated() {
        if field.isEmpty { throw IdentityMapFailure(line: line, reason: .emptyID(column: place + 1)) }
        if String(validating: field, as: UTF8.self) == nil { throw IdentityMapFailure(line: line, reason: .notUTF8) }
      }
      append(id: fields[0], user: fields[1])
    }
  }

  /// Cuts a file into rows of fields.
  private struct RowParser {
    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D
    private static let quote: UInt8 = 0x22

    private let file: [UInt8]
    private let separator: UInt8
    private var position: Int
    private var line = 1

    init(_ file: [UInt8]) {
      self.file = file
      position = file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let firstLine = file[position...].drop { $0 == Self.lineFeed || $0 == Self.carriageReturn }
        .prefix { $0 != Self.lineFeed }
      separator = firstLine.contains(0x09) ? 0x09 : 0x2C
    }

    /// The next row that is not blank, and the line that it begins in; nil at the end.
    mutating func row() throws(IdentityMapFailure) -> (fields: [[UInt8]], line: Int)? {
      while position < file.count, endOfLine(at: position) != nil { passLineEnd() }
      guard position < file.count else { return nil }
      let start = line
      var fields: [[UInt8]] = []
      while true {
        fields.append(try field(of: start))
        guard position < file.count else { return (fields, start) }
        if file[position] == separator {
          position += 1
        } else {
          passLineEnd()
          return (fields, start)
        }
      }
    }

    /// Reads a field up to what ends it.
    private mutating func field(of row: Int) throws(IdentityMapFailure) -> [UInt8] {
      guard position < file.count, file[position] == Self.quote else {
        let begin = position
        while position < file.count, file[position] != separator, endOfLine(at: position) == nil {
          if file[position] == Self.quote { throw IdentityMapFailure(line: row, reason: .strayQuote) }
          position += 1
        }
        return Array(file[begin..<position])
      }
      var field: [UInt8] = []
      position += 1
      while position < file.count {
        let byte = file[position]
        position += 1
        if byte == Self.quote {
          guard position < file.count, file[position] == Self.quote else {
            let isEnded = position == file.count || file[position] == separator || endOfLine(at: position) != nil
            if !isEnded { throw IdentityMapFailure(line: row, reason: .textBehindQuote) }
            return field
          }
          position += 1
        } else if byte == Self.lineFeed {
          line += 1
        }
        field.append(byte)
      }
      throw IdentityMapFailure(line: row, reason: .openQuote)
    }

    /// How many bytes of a line's end stand at a place; nil where it ends elsewhere.
    private func endOfLine(at place: Int) -> Int? {
      if file[place] == Self.lineFeed { return 1 }
      guard file[place] == Self.carriageReturn else { return nil }
      return place + 1 == file.count ? 1 : file[place + 1] == Self.lineFeed ? 2 : nil
    }

    private mutating func passLineEnd() {
      position += endOfLine(at: position) ?? 0
      line += 1
    }
  }
}
