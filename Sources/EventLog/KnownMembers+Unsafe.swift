import CWideBytes

/// How members of objects began lately: a key with its quotes, the colon, spaces around these, and the quote of a string.
///
/// Lines of a log have few kinds of members. What was once checked byte by byte need not be checked again: the same bytes
/// in the same object are the same key, so one comparison of 32 bytes stands for all of it. Each member says which one
/// lately followed it, and that one is tried first; else it is looked for, by its key's length and the bytes at either
/// end, among the two that were met last there. What is met anew takes the place of another.
///
/// Sound because each place and link is one that `remember` gave, or 0, and because 32 bytes past a position can be read
/// in every buffer.
@safe
struct KnownMembers {
  /// A member's beginning; as large as a line of the processor's cache.
  struct Member {
    /// The place of the member that lately followed.
    var next: UInt32 = 0
    /// The place of the member that lately was the first one within the value; it stands directly behind `next`.
    var first: UInt32 = 0
    /// Its first 32 bytes, of which those count that stand before its value, or behind the quote of a string.
    var text = wide_text()
    /// A bit for each byte that counts.
    var counting = UInt32.max
    /// The object's node; none that there is for an entry that is not used.
    var parent = UInt32.max
    /// The value's node, 0 where nobody asks for it.
    var child: UInt32 = 0
    /// The place of the key's closing quote, from the beginning on.
    var keyEnd: UInt32 = 0
    /// How many bytes count.
    var length: UInt32 = 0
    /// Whether the value is a string, and nobody asks for what might be below it.
    var isText = false
    /// Whether there are nodes below `child`.
    var hasBelow = false
  }

  /// Sets of two members each; a plan of some hundred keys finds each of them a place.
  private static let setBits: UInt64 = 9
  private static let count = 2 << Int(setBits)

  private let base: UnsafeMutableRawPointer

  /// Nothing is known yet.
  init() {
    unsafe base = UnsafeMutableRawPointer.allocate(
      byteCount: Self.count * MemoryLayout<Member>.stride, alignment: MemoryLayout<Member>.stride)
    unsafe base.initializeMemory(as: Member.self, repeating: Member(), count: Self.count)
  }

  func release() {
    unsafe base.deallocate()
  }

  /// The member at a place, which is a distance in bytes.
  @inline(__always)
  subscript(place: UInt32) -> UnsafeMutablePointer<Member> {
    unsafe (base + Int(place)).assumingMemoryBound(to: Member.self)
  }

  /// What a link says: the place of a member's `next`, or of its `first`.
  @inline(__always)
  subscript(link link: UInt32) -> UInt32 {
    get { unsafe base.load(fromByteOffset: Int(link), as: UInt32.self) }
    nonmutating set { unsafe base.storeBytes(of: newValue, toByteOffset: Int(link), as: UInt32.self) }
  }

  /// From a member's `next` to its `first`.
  static let toFirst: UInt32 = 4

  /// Whether a member is what begins at a position; the next quote but one is `keyEnd` behind it.
  @inline(__always)
  func isMember(_ place: UInt32, _ text: BytePointer, _ position: Int, keyEnd: UInt32, parent: UInt32) -> Bool {
    let member = unsafe self[place]
    let differing = unsafe wide_differing(
      (text.base + position).assumingMemoryBound(to: UInt8.self), &member.pointee.text)
    let others = unsafe (member.pointee.parent ^ parent) | (member.pointee.keyEnd ^ keyEnd)
    return unsafe (differing & member.pointee.counting) | others == 0
  }

  /// The place of the member that begins at a position, or nil.
  @inline(never)
  func place(_ text: BytePointer, _ position: Int, keyEnd: UInt32, parent: UInt32) -> UInt32? {
    guard keyEnd < 32 else { return nil }
    let first = Self.set(text, position, keyEnd: keyEnd, parent: parent)
    if isMember(first, text, position, keyEnd: keyEnd, parent: parent) { return first }
    let second = first &+ UInt32(MemoryLayout<Member>.stride)
    return isMember(second, text, position, keyEnd: keyEnd, parent: parent) ? second : nil
  }

  /// Remembers a member whose key has no escapes; its place, or 0 where it is too long.
  func remember(
    _ text: BytePointer, _ position: Int, keyEnd: UInt32, end: Int, parent: UInt32, child: UInt32, hasBelow: Bool
  ) -> UInt32 {
    let isText = text[end] == Ascii.quote && !hasBelow
    let length = end &- position &+ (isText ? 1 : 0)
    guard length <= 32 else { return 0 }
    let first = Self.set(text, position, keyEnd: keyEnd, parent: parent)
    unsafe self[first &+ UInt32(MemoryLayout<Member>.stride)].pointee = self[first].pointee
    unsafe self[first].pointee = Member(
      text: wide_text_at((text.base + position).assumingMemoryBound(to: UInt8.self)),
      counting: UInt32(truncatingIfNeeded: UInt64(1) << UInt64(length) &- 1), parent: parent, child: child,
      keyEnd: keyEnd, length: UInt32(truncatingIfNeeded: length), isText: isText, hasBelow: hasBelow)
    return first
  }

  /// The first of the two places of a member: by where its key ends, its object, and the eight bytes at either end.
  private static func set(_ text: BytePointer, _ position: Int, keyEnd: UInt32, parent: UInt32) -> UInt32 {
    // Of a short key all bytes up to its closing quote.
    let unasked = UInt64(56) &- 8 &* UInt64(min(keyEnd, 7))
    let last = text.word(at: position &+ Int(max(keyEnd, 7)) &- 7) &<< unasked
    let key = (text.word(at: position) &<< unasked) &+ (last &<< 7 | last &>> 57) &+ UInt64(keyEnd) &+ UInt64(parent)
    // An odd number with well-mixed bits (the golden ratio's); arithmetic on hashes is meant to wrap.
    let hash = (key ^ (key &>> 32)) &* 0x9E37_79B9_7F4A_7C15
    return UInt32(truncatingIfNeeded: hash &>> (64 &- Self.setBits)) &* UInt32(2 * MemoryLayout<Member>.stride)
  }
}
