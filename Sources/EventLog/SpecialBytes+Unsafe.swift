import CWideBytes

/// The lists of special bytes and of high blocks of a stretch of text (see `wide_bytes.h`).
///
/// Sound because the lists' memory is as large as the C functions are told, and slack on top.
@safe
struct SpecialBytes: ~Copyable {
  /// How the bytes are looked for.
  enum Way: CaseIterable {
    /// Byte by byte, on every processor.
    case plain
    /// The fastest way of this processor.
    case wide
  }

  let positions: Cells<UInt32>
  let highBlocks: Cells<UInt32>
  private let lists: wide_lists
  private let way: Way
  /// How many high blocks are listed.
  private(set) var highCount = 0
  /// The position up to which text was looked at.
  private(set) var stop = 0

  /// Empty lists with room for so many entries, at least 64.
  init(capacity: Int, way: Way) {
    positions = Cells(zeroed: capacity + Int(WIDE_SLACK))
    highBlocks = Cells(zeroed: capacity + 1)
    unsafe lists = wide_lists(
      specials: positions.base, special_capacity: capacity, high_blocks: highBlocks.base, high_capacity: capacity)
    self.way = way
  }

  deinit {
    positions.release()
    highBlocks.release()
  }

  /// Lists what follows from `from` on, so far as the lists have room, and closes with `closing` a few times over.
  ///
  /// Goes on until there is an entry, or `to` is reached. Returns the first high block that is not listed because its
  /// stretch was passed over whole, or `Int.max`.
  @inline(never)
  mutating func list(_ text: BytePointer, from: Int, to: Int, closing: Int) -> Int {
    stop = from
    var count = 0
    var passedHigh = Int.max
    while true {
      let done = unsafe listing(text.base.assumingMemoryBound(to: UInt8.self), from: stop, to: to)
      count = done.specials
      highCount = done.high_blocks
      stop = done.stop
      if count > 0 || stop >= to { break }
      if highCount > 0 { passedHigh = min(passedHigh, Int(highBlocks[0])) }
    }
    for place in 0..<4 { positions[count + place] = UInt32(truncatingIfNeeded: closing) }
    return passedHigh
  }

  private func listing(_ bytes: UnsafePointer<UInt8>, from: Int, to: Int) -> wide_listing {
    switch way {
    case .plain: unsafe wide_list_plain(bytes, from, to, lists)
    case .wide: unsafe wide_list(bytes, from, to, lists)
    }
  }
}
