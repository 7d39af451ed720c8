/// Whether two stretches of so many bytes are equal.
///
/// For ids, which are short: no call, eight bytes at a time, the last eight over again where the length is no multiple.
/// Sound because every read lies within `count` bytes.
@inline(__always)
func areSame(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Bool {
  guard count >= 8 else {
    var difference: UInt8 = 0
    for offset in 0..<count {
      difference |=
        unsafe left.load(fromByteOffset: offset, as: UInt8.self)
        ^ right.load(fromByteOffset: offset, as: UInt8.self)
    }
    return difference == 0
  }
  var offset = 0
  while offset <= count &- 8 {
    guard
      unsafe left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        == right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    else { return false }
    offset &+= 8
  }
  return unsafe left.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    == right.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
}
