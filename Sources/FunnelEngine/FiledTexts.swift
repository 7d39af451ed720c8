import FunnelModel

/// The texts of several workers in a temporary file, each once, numbered from 1 on in byte order.
final class FiledTexts: Sendable {
  /// The new numbers of one worker's texts.
  struct Numbers: Sendable {
    /// Where they lie in the file, by the worker's own.
    var place: Int
    /// Those of its first texts, which are the common ones.
    var first: [UInt32]
  }

  /// How many texts there are.
  let count: Int
  private let file: TextFile
  private let textPlace: Int
  private let endPlace: Int
  private let tables: [Numbers]

  init(_ file: TextFile, count: Int, textPlace: Int, endPlace: Int, tables: [Numbers]) {
    self.file = file
    self.count = count
    self.textPlace = textPlace
    self.endPlace = endPlace
    self.tables = tables
  }

  /// A text by its number.
  func text(_ number: UInt32) -> ByteText { texts(number, count: 1)[0] }

  /// Some texts that follow each other.
  func texts(_ first: UInt32, count: Int) -> [ByteText] {
    let stride = MemoryLayout<Int>.stride
    let ends = file.read(count + 1, at: endPlace + (Int(first) - 1) * stride, as: Int.self)
    let bytes = file.read(max(0, ends[count] - ends[0]), at: textPlace + ends[0], as: UInt8.self)
    return (0..<count).map { ByteText(bytes: Array(bytes[ends[$0] - ends[0]..<ends[$0 + 1] - ends[0]])) }
  }

  /// The number of a worker's text, by the worker's own.
  func number(_ old: UInt32, of table: Int) -> UInt32 {
    if old == 0 { return 0 }
    let numbers = tables[table]
    if Int(old) <= numbers.first.count { return numbers.first[Int(old) - 1] }
    return file.read(1, at: numbers.place + (Int(old) - 1) * MemoryLayout<UInt32>.stride, as: UInt32.self)[0]
  }
}
