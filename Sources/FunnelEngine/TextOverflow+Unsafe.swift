import FunnelModel

/// The texts of one worker and field that do not fit into their table under a memory budget.
///
/// A second table takes them. Each time it is full its texts go in byte order to a temporary file, and it begins anew: a
/// text can so have several numbers, which are one once all are merged. Common texts are in the first table, for they come
/// early; only texts that are new to it cost more.
///
/// Sound because texts are read within the tables that they are numbered by.
@safe
final class TextOverflow {
  /// Texts in byte order, each behind its length in four bytes.
  struct Run {
    var offset = 0
    var bytes = 0
    var count = 0
  }

  /// What a table held.
  struct Generation {
    /// The numbers before those of its texts.
    var numbersBefore: Int
    /// Its texts but those of `arms`.
    var plain = Run()
    /// Its arms of experiments that nobody chose, without their mark; they sort after all others with it.
    var arms = Run()
    /// Where the numbers lie that the texts had in their table, by the order of the runs.
    var order = 0

    var count: Int { plain.count + arms.count }
  }

  let file: TextFile
  private let limit: Int
  private var table = TextTable()
  /// The numbers before those of the second table; 0 for as long as the first takes texts.
  private var numbersBefore = 0
  private(set) var generations: [Generation] = []
  /// Whether one of the texts is no arm of an experiment that nobody chose.
  private(set) var hasPlainText = false

  /// No text yet; a table is full once it takes so many bytes.
  init(limit: Int, beside events: SpilledEvents) {
    self.limit = limit
    file = TextFile(beside: events)
  }

  /// Whether any text is not in the first table.
  var isUsed: Bool { numbersBefore > 0 }

  /// The number of a text, which the first table or else the second takes if it is new.
  func number(_ start: UnsafeRawPointer, _ length: Int, first: inout TextTable) -> UInt32 {
    let known = unsafe first.find(start, length)
    if known != 0 { return known }
    if !isUsed {
      if first.count == 0 || first.byteCount < limit { return unsafe first.number(start, length) }
      numbersBefore = first.count
    }
    if table.count > 0, table.byteCount >= limit { endTable() }
    if unsafe length > 0 && start.load(as: UInt8.self) != AttributeTable.armMark { hasPlainText = true }
    return UInt32(numbersBefore) + (unsafe table.number(start, length))
  }

  /// Puts all texts into the file, those of the first table too; there may be no more.
  func close(_ first: borrowing TextTable) {
    if table.count > 0 { endTable() }
    if first.count > 0 { generations.append(write(first, numbersBefore: 0)) }
  }

  private func endTable() {
    generations.append(write(table, numbersBefore: numbersBefore))
    numbersBefore += table.count
    table = TextTable()
  }

  private func write(_ table: borrowing TextTable, numbersBefore: Int) -> Generation {
    let order = table.ascendingNumbers()
    var generation = Generation(numbersBefore: numbersBefore)
    var plain: [UInt8] = []
    var arms: [UInt8] = []
    plain.reserveCapacity(table.byteCount)
    for number in order {
      let text = unsafe table.bytes(of: number)
      if unsafe text.first == AttributeTable.armMark {
        unsafe Self.append(UnsafeRawBufferPointer(rebasing: text.dropFirst()), to: &arms)
        generation.arms.count += 1
      } else {
        unsafe Self.append(text, to: &plain)
        generation.plain.count += 1
      }
    }
    generation.plain.bytes = plain.count
    generation.arms.bytes = arms.count
    generation.plain.offset = file.reserve(plain.count + arms.count)
    generation.arms.offset = generation.plain.offset + plain.count
    file.write(plain + arms, at: generation.plain.offset)
    generation.order = file.reserve(order.count * MemoryLayout<UInt32>.stride)
    file.write(order, at: generation.order)
    return generation
  }

  private static func append(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    unsafe withUnsafeBytes(of: UInt32(text.count)) { unsafe bytes.append(contentsOf: $0) }
    unsafe bytes.append(contentsOf: text)
  }
}
