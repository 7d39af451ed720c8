import FunnelModel

/// Puts the texts of several workers together that do not fit into a memory budget: their runs are merged block by block.
///
/// The cost is that of comparing each text with as many others as the number of runs has binary digits.
struct TextMerge {
  /// What the texts go to, and the numbers that they have from then on.
  private let file: TextFile
  /// Bytes of a run that are in memory at once, at least.
  private let blockBytes: Int
  private let overflows: [TextOverflow]
  private let usesArms: Bool
  /// Where each worker's new numbers lie, by its own.
  private let places: [Int]

  /// A merge of closed overflows, of which `heldBytes` may be in memory; arms of experiments that nobody chose are texts
  /// where `usesArms` says so.
  init(_ overflows: [TextOverflow], usesArms: Bool, heldBytes: Int, file: TextFile) {
    self.overflows = overflows
    self.usesArms = usesArms
    self.file = file
    let runs = overflows.reduce(0) { $0 + $1.generations.count } * 2
    blockBytes = max(256, heldBytes / max(1, runs))
    places = overflows.map { overflow in
      file.reserve(overflow.generations.reduce(0) { $0 + $1.count } * MemoryLayout<UInt32>.stride)
    }
  }

  /// The texts, and one more.
  func merged(and text: ByteText) -> FiledTexts {
    var cursors: [Cursor] = []
    for (worker, overflow) in overflows.enumerated() {
      for generation in overflow.generations {
        let place = places[worker] + generation.numbersBefore * MemoryLayout<UInt32>.stride
        cursors.append(Cursor(overflow.file, generation.plain, target: (file, place), blockBytes))
        guard usesArms else { continue }
        let armsPlace = place + generation.plain.count * MemoryLayout<UInt32>.stride
        cursors.append(Cursor(overflow.file, generation.arms, target: (file, armsPlace), blockBytes))
      }
    }
    cursors.append(Cursor(text))
    let textBytes = cursors.reduce(0) { $0 + $1.bytes }
    let textCount = cursors.reduce(0) { $0 + $1.left }
    let textPlace = file.reserve(textBytes)
    let endPlace = file.reserve((textCount + 1) * MemoryLayout<Int>.stride)
    var texts = TextFile.Writer<UInt8>(file, at: textPlace, blockLength: 1 << 16)
    var ends = TextFile.Writer<Int>(file, at: endPlace, blockLength: 1 << 13)
    ends.append(0)

    cursors = cursors.filter { $0.advance() }
    cursors.makeHeap { $0.precedes($1) }
    var last: [UInt8] = []
    var distinct: UInt32 = 0
    while let cursor = cursors.first {
      if distinct == 0 || !cursor.text.elementsEqual(last) {
        distinct += 1
        last.removeAll(keepingCapacity: true)
        last += cursor.text
        texts.append(last)
        ends.append(texts.count)
      }
      cursor.put(distinct)
      cursors.updateFirst(isDone: !cursor.advance()) { $0.precedes($1) }
    }
    texts.flush()
    ends.flush()
    return FiledTexts(
      file, count: Int(distinct), textPlace: textPlace, endPlace: endPlace,
      tables: overflows.indices.map { FiledTexts.Numbers(place: places[$0], first: arrangeNumbers(of: $0)) })
  }

  /// Puts a worker's new numbers in the order of its own, and gives those of its first table, which common texts have.
  private func arrangeNumbers(of worker: Int) -> [UInt32] {
    var first: [UInt32] = []
    for generation in overflows[worker].generations {
      let place = places[worker] + generation.numbersBefore * MemoryLayout<UInt32>.stride
      let order = overflows[worker].file.read(generation.count, at: generation.order, as: UInt32.self)
      let merged = file.read(usesArms ? generation.count : generation.plain.count, at: place, as: UInt32.self)
      var numbers = [UInt32](repeating: 0, count: generation.count)
      for (old, new) in zip(order, merged) where old > 0 { numbers[Int(old) - 1] = new }
      file.write(numbers, at: place)
      if generation.numbersBefore == 0 { first = numbers }
    }
    return first
  }

  /// Where a run is being read, and the new numbers of its texts.
  private final class Cursor {
    private let file: TextFile?
    private var offset: Int
    /// Bytes of the run that are not in the block yet.
    private var unread: Int
    private let blockBytes: Int
    private var block: [UInt8] = []
    private var range = 0..<0
    private var key: UInt64 = 0
    private var numbers: TextFile.Writer<UInt32>?
    /// Bytes of the run.
    let bytes: Int
    /// Texts that were not come to yet.
    private(set) var left: Int

    init(_ file: TextFile, _ run: TextOverflow.Run, target: (file: TextFile, place: Int), _ blockBytes: Int) {
      self.file = file
      self.blockBytes = blockBytes
      offset = run.offset
      unread = run.bytes
      bytes = run.bytes
      left = run.count
      numbers = TextFile.Writer(
        target.file, at: target.place, blockLength: blockBytes / MemoryLayout<UInt32>.stride)
    }

    /// A run of one text, whose number nobody asks for.
    init(_ text: ByteText) {
      file = nil
      offset = 0
      unread = 0
      blockBytes = 0
      let length = UInt32(text.bytes.count)
      block = (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + text.bytes
      bytes = block.count
      left = 1
    }

    /// The text that it stands at.
    var text: ArraySlice<UInt8> { block[range] }

    func precedes(_ other: Cursor) -> Bool {
      key != other.key ? key < other.key : text.lexicographicallyPrecedes(other.text)
    }

    /// Gives the text its number.
    func put(_ number: UInt32) { numbers?.append(number) }

    /// Goes on to the next text; false at the end.
    func advance() -> Bool {
      guard left > 0 else {
        numbers?.flush()
        return false
      }
      left -= 1
      var begin = range.upperBound
      load(4, from: &begin)
      let length = (0..<4).reduce(0) { $0 | Int(block[begin + $1]) << ($1 * 8) }
      begin += 4
      load(length, from: &begin)
      range = begin..<begin + length
      key = block[range].prefix(8).reduce(0) { $0 << 8 | UInt64($1) } << UInt64(8 * max(0, 8 - length))
      return true
    }

    /// Sees to it that so many bytes from a place on are in the block, which is moved to its front where they are not.
    private func load(_ count: Int, from begin: inout Int) {
      guard block.count - begin < count else { return }
      block.removeFirst(begin)
      begin = 0
      let wanted = min(max(blockBytes, count) - block.count, unread)
      if let file { block += file.read(wanted, at: offset, as: UInt8.self) }
      offset += wanted
      unread -= wanted
      // Only of a file that failed there is less: nothing is given out of it.
      if block.count < count { block += repeatElement(0, count: count - block.count) }
    }
  }
}
