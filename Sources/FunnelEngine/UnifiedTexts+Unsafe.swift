import FunnelModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The texts of several workers' tables, each once, numbered from 1 on in byte order.
struct UnifiedTexts: Sendable {
  /// For each table in memory the new number of each old one; 0 stays 0.
  private(set) var numbers: [[UInt32]]
  /// Where they are in a file instead.
  private var filed: FiledTexts?
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]

  /// Puts tables together, in each of which a text stands once; `text` gives a table's text by its number, valid for the
  /// time of this call.
  ///
  /// The cost is that of sorting all texts. Besides the texts themselves it takes 24 bytes for each.
  init(counts: [Int], text: (_ table: Int, _ number: UInt32) -> UnsafeRawBufferPointer) {
    let order = unsafe TextOrder(counts: counts, text: text)
    numbers = counts.map { Array(repeating: 0, count: $0 + 1) }
    var distinct = 0
    var byteCount = 0
    for place in order.places {
      if !place.isRepeated {
        distinct += 1
        byteCount += unsafe text(Int(place.table), place.number).count
      }
      numbers[Int(place.table)][Int(place.number)] = UInt32(distinct)
    }
    bytes.reserveCapacity(byteCount)
    ends.reserveCapacity(distinct + 1)
    for place in order.places where !place.isRepeated {
      unsafe bytes.append(contentsOf: text(Int(place.table), place.number))
      ends.append(bytes.count)
    }
  }

  /// Texts that are in a file.
  init(_ filed: FiledTexts) {
    numbers = []
    self.filed = filed
  }

  /// The number of a table's text by its old one; 0 stays 0.
  @inline(__always)
  func number(_ old: UInt32, of table: Int) -> UInt32 {
    filed?.number(old, of: table) ?? numbers[table][Int(old)]
  }

  /// Forgets the numbers that texts had in their tables.
  mutating func dropNumbers() {
    numbers = []
  }

  /// How many texts there are: their numbers are `1 ... count`.
  var count: Int { filed?.count ?? ends.count - 1 }

  /// A text by its number.
  func text(_ number: UInt32) -> ByteText {
    if let filed { return filed.text(number) }
    return ByteText(bytes: Array(bytes[ends[Int(number) - 1]..<ends[Int(number)]]))
  }

  /// The number of a text, nil where it is not among them; by bisection.
  func number(of text: ByteText) -> UInt32? {
    var low = 1
    var high = count + 1
    while low < high {
      let middle = (low + high) / 2
      if self.text(UInt32(middle)) < text { low = middle + 1 } else { high = middle }
    }
    return low <= count && self.text(UInt32(low)) == text ? UInt32(low) : nil
  }
}

extension UnifiedTexts {
  /// The values that collectors met in one field, and one more, which is the only text of the last table.
  init(valuesOf field: Int, _ collectors: [EventCollector], and text: ByteText) {
    var last = TextTable()
    _ = last.number(text)
    unsafe self.init(counts: collectors.map { $0.collected.attributes.textCount(field) } + [1]) { table, number in
      unsafe table == collectors.count
        ? last.bytes(of: number) : collectors[table].collected.attributes.bytes(of: number, field)
    }
  }

  /// The variants that collectors met, and one text more, which is the only one of the last table; arms of experiments that
  /// nobody chose are variants, or no text at all.
  init(variantsOf collectors: [EventCollector], usesArms: Bool, and text: ByteText) {
    var last = TextTable()
    _ = last.number(text)
    let counts = collectors.map { $0.collected.attributes.textCount(0) }
    unsafe self.init(counts: counts + [1]) { table, number in
      if table == collectors.count { return unsafe last.bytes(of: number) }
      let bytes = unsafe collectors[table].collected.attributes.bytes(of: number, 0)
      guard collectors[table].collected.attributes.isArm(number) else { return unsafe bytes }
      return unsafe usesArms ? UnsafeRawBufferPointer(rebasing: bytes.dropFirst()) : last.bytes(of: 1)
    }
    if usesArms { return }
    for (table, count) in counts.enumerated() where count > 0 {
      for number in 1...count where collectors[table].collected.attributes.isArm(UInt32(number)) {
        numbers[table][number] = 0
      }
    }
  }

  /// The values of one field that collectors met and that do not fit into memory, and one more; arms of experiments that
  /// nobody chose are values, or no text at all.
  init(overflowing field: Int, _ collectors: [EventCollector], usesArms: Bool, and text: ByteText) {
    let tables = collectors.map { $0.collected.closeOverflow(of: field) }
    guard let spilled = collectors[0].collected.spilled else { preconditionFailure("texts are held without a budget") }
    let merge = TextMerge(
      tables, usesArms: usesArms, heldBytes: spilled.layout.textBytes, file: TextFile(beside: spilled))
    self.init(merge.merged(and: text))
  }

  /// The ids of the steps that collectors met.
  init(stepsOf collectors: [EventCollector]) {
    unsafe self.init(counts: collectors.map { $0.collected.finder.steps.count }) { table, number in
      unsafe collectors[table].collected.finder.steps.bytes(of: number)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether these bytes come before others in byte order: below 0, equal: 0, after: above 0.
  func order(to other: UnsafeRawBufferPointer) -> Int {
    let order = unsafe memcmp(address(of: self), address(of: other), Swift.min(count, other.count))
    return order != 0 ? Int(order) : count - other.count
  }
}
