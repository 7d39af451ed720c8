import FunnelModel

@testable import FunnelEngine

/// Bytes at a chosen distance from an aligned address, to be looked at through the engine's unsafe functions.
struct TextProbe {
  private let bytes: [UInt8]
  private let shift: Int

  init(_ bytes: [UInt8], shift: Int) {
    self.bytes = Array(repeating: 0xEE, count: shift) + bytes + Array(repeating: 0xDD, count: 16)
    self.shift = shift
  }

  private var count: Int { bytes.count - shift - 16 }

  func isSame(as other: TextProbe) -> Bool {
    guard count == other.count else { return false }
    // Both arrays hold 16 bytes past the text, so that the addresses are within them.
    return unsafe bytes.withUnsafeBytes { left in
      unsafe other.bytes.withUnsafeBytes { right in
        unsafe areSame(left.baseAddress! + shift, right.baseAddress! + other.shift, count)
      }
    }
  }

  func hash(by hash: KeyedHash) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe hash($0.baseAddress! + shift, count) }
  }
}

extension UnifiedTexts {
  /// The texts of some lists put together.
  init(of lists: [[ByteText]]) {
    var bytes: [UInt8] = []
    let places = lists.map { list in
      list.map { text in
        bytes += text.bytes
        return bytes.count - text.bytes.count..<bytes.count
      }
    }
    self = unsafe bytes.withUnsafeBytes { all in
      unsafe UnifiedTexts(counts: lists.map(\.count)) { table, number in
        unsafe UnsafeRawBufferPointer(rebasing: all[places[table][Int(number) - 1]])
      }
    }
  }
}
