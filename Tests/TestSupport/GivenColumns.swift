/// A CSV table with only as many of its columns and rows as another has.
///
/// Columns are only ever added at the end, and in `quality` rows; the cases and the plain reading tell the older ones.
public func givenColumns(_ table: [UInt8], of expected: [UInt8]) -> [UInt8] {
  let records = csvRecords(table)
  let given = csvRecords(expected)
  guard let head = given.first else { return table }
  let isQuality = Array(head.joined(separator: [0x2C])) == Array("name,value".utf8)
  return Array(
    records.prefix(isQuality ? given.count : records.count)
      .flatMap { Array($0.prefix(head.count).joined(separator: [0x2C])) + [0x0A] })
}

/// The fields of each record, as they are written.
private func csvRecords(_ table: [UInt8]) -> [[[UInt8]]] {
  var records: [[[UInt8]]] = []
  var record: [[UInt8]] = []
  var field: [UInt8] = []
  var isQuoted = false
  for byte in table {
    if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
    if isQuoted || (byte != 0x2C && byte != 0x0A) {
      field.append(byte)
      continue
    }
    record.append(field)
    field = []
    if byte == 0x0A {
      records.append(record)
      record = []
    }
  }
  return records
}
