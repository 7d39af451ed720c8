/// Events one after the other in pages of memory, each field in as many bytes as its value needs.
///
/// A machine asks for new memory at a price, many times that of packing: most events take some 20 bytes in place of 40.
/// An event begins with 16 bits that say how long its fields are: 4 of the bytes of the time, counted from the event
/// before it, 2 of each of user, session, signals and attributes (0, 1, 2 or 4 bytes), 1 of whether an identity
/// follows, 2 of the duration and one microsecond (0, 2, 4 or 8 bytes).
///
/// Sound because pages are owned by this value, which cannot be copied; because an event is only begun where the longest
/// one and the eight bytes that the last field is written with fit into the page; and because what is read back is as
/// long as what was written, field by field. A field is read with the eight bytes that begin there, which lie in the page
/// for the same reason.
@safe
struct PackedEvents: ~Copyable, @unchecked Sendable {
  /// Bytes of the longest event, and what its last field's eight bytes may reach beyond it.
  private static let room = 2 + 8 + 4 * 4 + 8 + 8 + 8

  /// A page and how many of its bytes are events.
  private struct FilledPage: BitwiseCopyable {
    var page: MemoryPage
    var used: Int
  }

  /// The pages that are full.
  private var filled = GrowingBuffer<FilledPage>()
  private var page: MemoryPage?
  /// Where the next event goes in the page, at most `limit` for there to be room.
  private var cursor = limit + 1
  private var lastTime: Int64 = 0
  /// How many events there are.
  private(set) var count = 0

  private static let limit = MemoryPage.bytes - room

  deinit {
    var pages = (0..<filled.count).map { filled[$0].page }
    if let page { pages.append(page) }
    PagePool.shared.give(back: pages)
  }

  /// Adds an event.
  @inline(__always)
  mutating func append(_ event: StoredEvent) {
    if cursor > Self.limit { addPage() }
    count &+= 1
    let start = unsafe page.unsafelyUnwrapped.memory + cursor
    var end = unsafe start + 2
    let step = event.time &- lastTime
    lastTime = event.time
    let time = UInt64(bitPattern: (step &<< 1) ^ (step &>> 63))
    let timeBytes = (71 &- time.leadingZeroBitCount) &>> 3
    var header = UInt16(truncatingIfNeeded: timeBytes)
    unsafe Self.put(time, timeBytes, at: &end)
    unsafe header |= Self.put(event.user, at: &end) &<< 4
    unsafe header |= Self.put(event.session, at: &end) &<< 6
    // The sign of an unknown step is the highest bit.
    unsafe header |= Self.put(event.signals &<< 1 | event.signals &>> 31, at: &end) &<< 8
    unsafe header |= Self.put(event.attributes, at: &end) &<< 10
    if event.identity != 0 {
      header |= 1 &<< 12
      unsafe Self.put(event.identity, 8, at: &end)
    }
    if event.duration != -1 {
      let duration = UInt64(bitPattern: event.duration &+ 1)
      let code: UInt16 = duration &>> 16 == 0 ? 1 : duration &>> 32 == 0 ? 2 : 3
      header |= code &<< 13
      unsafe Self.put(duration, 1 &<< Int(code), at: &end)
    }
    unsafe start.storeBytes(of: header, as: UInt16.self)
    cursor = unsafe end - page.unsafelyUnwrapped.memory
  }

  /// Writes the lowest bytes of a value, and some that the next field takes back.
  @inline(__always)
  private static func put(_ value: UInt64, _ bytes: Int, at end: inout UnsafeMutableRawPointer) {
    unsafe end.storeBytes(of: value.littleEndian, as: UInt64.self)
    unsafe end += bytes
  }

  /// Writes a value of up to 32 bits and tells the code of its length.
  @inline(__always)
  private static func put(_ value: UInt32, at end: inout UnsafeMutableRawPointer) -> UInt16 {
    let code = min((39 &- value.leadingZeroBitCount) &>> 3, 3)
    unsafe put(UInt64(value), length(of: code), at: &end)
    return UInt16(truncatingIfNeeded: code)
  }

  /// How many bytes a code of two bits stands for: 0, 1, 2 or 4.
  @inline(__always)
  private static func length(of code: Int) -> Int { code &+ (code &+ 1) &>> 2 }

  @inline(never)
  private mutating func addPage() {
    if let page { filled.append(FilledPage(page: page, used: cursor)) }
    page = PagePool.shared.take()
    cursor = 0
  }

  /// Hands every event to a function, in the order in which they were added.
  @inline(__always)
  func forEach(_ body: (StoredEvent) -> Void) {
    var time: Int64 = 0
    for index in 0..<filled.count {
      unsafe Self.read(filled[index].page.memory, filled[index].used, &time, body)
    }
    if let page { unsafe Self.read(page.memory, cursor, &time, body) }
  }

  /// All events, in the order in which they were added.
  var array: [StoredEvent] {
    unsafe Array(unsafeUninitializedCapacity: count) { buffer, made in
      guard var next = buffer.baseAddress else { return }
      forEach { event in
        unsafe next.initialize(to: event)
        unsafe next += 1
      }
      made = count
    }
  }

  @inline(__always)
  private static func read(
    _ start: UnsafeMutableRawPointer, _ used: Int, _ time: inout Int64, _ body: (StoredEvent) -> Void
  ) {
    var place = UnsafeRawPointer(start)
    let end = unsafe place + used
    while unsafe place < end {
      let header = unsafe Int(place.loadUnaligned(as: UInt16.self))
      unsafe place += 2
      let step = unsafe take(header & 15, at: &place)
      time &+= Int64(bitPattern: step &>> 1) ^ -Int64(bitPattern: step & 1)
      var event = StoredEvent(
        time: time, duration: -1, identity: 0, user: 0, session: 0, signals: 0, attributes: 0)
      event.user = unsafe take(code: header &>> 4, at: &place)
      event.session = unsafe take(code: header &>> 6, at: &place)
      let signals = unsafe take(code: header &>> 8, at: &place)
      event.signals = signals &>> 1 | signals &<< 31
      event.attributes = unsafe take(code: header &>> 10, at: &place)
      if header & 1 &<< 12 != 0 { event.identity = unsafe take(8, at: &place) }
      if header &>> 13 != 0 {
        event.duration = Int64(bitPattern: unsafe take(1 &<< (header &>> 13), at: &place)) &- 1
      }
      body(event)
    }
  }

  /// Reads a value of so many bytes, 8 at most.
  @inline(__always)
  private static func take(_ bytes: Int, at place: inout UnsafeRawPointer) -> UInt64 {
    let word = unsafe UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
    unsafe place += bytes
    return bytes == 8 ? word : word & ((1 &<< UInt64(bytes &* 8)) &- 1)
  }

  /// Reads a value whose length the two lowest bits of a code give.
  @inline(__always)
  private static func take(code: Int, at place: inout UnsafeRawPointer) -> UInt32 {
    UInt32(truncatingIfNeeded: unsafe take(length(of: code & 3), at: &place))
  }
}
