/// A hash of bytes under a secret key that is drawn anew by every run.
///
/// Ids come from outside, and no one may be able to choose them so that all fall into one place. The construction is
/// that of wyhash: words are mixed by the two halves of a 64 by 64 bit product. It is no cryptographic hash, but without
/// the key collisions cannot be prepared, and two given texts collide with a chance of about 2^-64.
struct KeyedHash: Sendable {
  /// The key of this run, the same for all workers.
  static let ofThisRun = KeyedHash(first: .random(in: .min ... .max), second: .random(in: .min ... .max))

  private let first: UInt64
  private let second: UInt64

  /// A hash under a key of two words.
  init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second | 1
  }

  /// The hash of two hashes in this order.
  @inline(__always)
  func combining(_ left: UInt64, _ right: UInt64) -> UInt64 {
    fold(fold(left ^ second, right ^ first) ^ first, second)
  }

  /// The hash of some bytes; reads are within `start ..< start + count`, also the overlapping ones of short texts.
  @inline(__always)
  func callAsFunction(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
    var seed = first
    let low: UInt64
    let high: UInt64
    if count <= 16 {
      if count >= 8 {
        low = unsafe start.loadUnaligned(as: UInt64.self)
        high = unsafe start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      } else if count >= 4 {
        low = UInt64(unsafe start.loadUnaligned(as: UInt32.self))
        high = UInt64(unsafe start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      } else if count > 0 {
        low =
          UInt64(unsafe start.load(as: UInt8.self)) << 16
          | UInt64(unsafe start.load(fromByteOffset: count &>> 1, as: UInt8.self)) << 8
          | UInt64(unsafe start.load(fromByteOffset: count &- 1, as: UInt8.self))
        high = 0
      } else {
        low = 0
        high = 0
      }
    } else {
      var offset = 0
      while count &- offset > 16 {
        let left = unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let right = unsafe start.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self)
        seed = fold(left ^ second, right ^ seed)
        offset &+= 16
      }
      low = unsafe start.loadUnaligned(fromByteOffset: count &- 16, as: UInt64.self)
      high = unsafe start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    }
    return fold(second ^ UInt64(truncatingIfNeeded: count), fold(low ^ second, high ^ seed))
  }

  @inline(__always)
  private func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
