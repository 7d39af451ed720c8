extension ZoneTable {
  /// What is wrong with the bytes of a zone file.
  enum FileFault: Error {
    /// Another kind of file.
    case noZone
    /// Cut short or against the format.
    case damaged
    /// Its times count leap seconds.
    case countsLeapSeconds
  }

  /// The last year whose changes of clocks are worked out from the rule at a file's end.
  private static let lastYear = 2_101
  /// Changes further from 1970 than this many seconds (some 34,000 years) are the beginning or the end of time.
  private static let farthest: Int64 = 1 << 40
  /// Offsets of real zones lie within this many seconds.
  private static let widest: Int64 = 26 * 3_600

  /// The zone of a file in the format TZif, of any version.
  ///
  /// Source: RFC 8536. Of a file with a block of 64-bit times that block and the rule at the file's end are used.
  init(name: String, file bytes: [UInt8]) throws(FileFault) {
    var reader = ZoneFileReader(bytes: bytes)
    var header = try reader.header()
    var timeSize = 4
    if header.version >= UInt8(ascii: "2") {
      try reader.skip(header.size(timeSize: timeSize))
      header = try reader.header()
      timeSize = 8
    }
    guard header.leapSeconds == 0 else { throw .countsLeapSeconds }
    guard header.types > 0 else { throw .damaged }

    var times: [Int64] = []
    for _ in 0..<header.times { times.append(try reader.number(timeSize)) }
    var typeOfTime: [Int] = []
    for _ in 0..<header.times { typeOfTime.append(Int(try reader.number(1) & 0xFF)) }
    var offsets: [Int64] = []
    for _ in 0..<header.types {
      offsets.append(try reader.number(4))
      try reader.skip(2)
    }
    guard typeOfTime.allSatisfy({ $0 < offsets.count }), offsets.allSatisfy({ abs($0) <= Self.widest }),
      zip(times, times.dropFirst()).allSatisfy(<)
    else { throw .damaged }

    var stretches = [Stretch(begins: .min, offset: offsets[0])]
    for (time, type) in zip(times, typeOfTime) where time < Self.farthest {
      if time < -Self.farthest { stretches.removeAll() }
      stretches.append(Stretch(begins: stretches.isEmpty ? .min : time, offset: offsets[type]))
    }
    if timeSize == 8 {
      try reader.skip(header.size(timeSize: timeSize) - header.sizeOfTimesAndTypes(timeSize: timeSize))
      let footer = try reader.footer()
      if !footer.isEmpty {
        guard let rule = RecurringZoneRule(footer) else { throw .damaged }
        stretches += Self.later(by: rule, than: stretches[stretches.count - 1].begins)
      }
    }
    self.init(name: name, stretches: Self.merged(stretches))
  }

  /// The stretches that a rule adds after the last one that a file lists; where it lists none, from 1970 on.
  private static func later(by rule: RecurringZoneRule, than last: Int64) -> [Stretch] {
    let firstYear = last == .min ? 1_970 : CalendarDate(dayNumber: Int(last / 86_400)).year - 1
    guard firstYear <= lastYear else { return [] }
    return rule.stretches(in: firstYear...lastYear).filter { $0.begins > last }
  }

  /// The same stretches without those that change nothing: of two that begin at once the later counts.
  private static func merged(_ stretches: [Stretch]) -> [Stretch] {
    var merged: [Stretch] = []
    for stretch in stretches {
      if merged.last?.begins == stretch.begins { merged.removeLast() }
      if merged.last?.offset != stretch.offset { merged.append(stretch) }
    }
    return merged
  }
}

/// Takes a zone file apart.
private struct ZoneFileReader {
  /// What a block holds.
  struct Header {
    var version: UInt8
    var utcMarks: Int
    var standardMarks: Int
    var leapSeconds: Int
    var times: Int
    var types: Int
    var nameBytes: Int

    func sizeOfTimesAndTypes(timeSize: Int) -> Int { times * (timeSize + 1) + types * 6 }

    func size(timeSize: Int) -> Int {
      sizeOfTimesAndTypes(timeSize: timeSize) + nameBytes + leapSeconds * (timeSize + 4) + standardMarks + utcMarks
    }
  }

  private let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func header() throws(ZoneTable.FileFault) -> Header {
    guard bytes[position...].starts(with: Array("TZif".utf8)) else { throw position == 0 ? .noZone : .damaged }
    try skip(4)
    let version = UInt8(truncatingIfNeeded: try number(1))
    try skip(15)
    var counts: [Int] = []
    for _ in 0..<6 { counts.append(Int(try number(4) & 0xFFFF_FFFF)) }
    return Header(
      version: version, utcMarks: counts[0], standardMarks: counts[1], leapSeconds: counts[2], times: counts[3],
      types: counts[4], nameBytes: counts[5])
  }

  mutating func skip(_ count: Int) throws(ZoneTable.FileFault) {
    guard count <= bytes.count - position else { throw .damaged }
    position += count
  }

  /// A big-endian number with a sign, of 1, 4 or 8 bytes.
  mutating func number(_ size: Int) throws(ZoneTable.FileFault) -> Int64 {
    let start = position
    try skip(size)
    var value = Int64(Int8(bitPattern: bytes[start]))
    for byte in bytes[(start + 1)..<position] { value = value << 8 | Int64(byte) }
    return value
  }

  /// What stands between the two line feeds at the file's end.
  mutating func footer() throws(ZoneTable.FileFault) -> [UInt8] {
    let lineFeed = UInt8(ascii: "\n")
    guard position < bytes.count, bytes[position] == lineFeed,
      let end = bytes[(position + 1)...].firstIndex(of: lineFeed)
    else { throw .damaged }
    return Array(bytes[(position + 1)..<end])
  }
}
