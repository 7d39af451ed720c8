import CWideBytes

@testable import EventLog

/// The comparison of 32 bytes of texts that are as long at least.
enum WideComparison {
  /// A bit for each byte from a place on that differs from the other text's.
  static func differing(_ text: [UInt8], from place: Int, _ other: [UInt8], way: SpecialBytes.Way) -> UInt32 {
    precondition(text.count >= place + 32 && other.count >= 32)
    return unsafe text.withUnsafeBufferPointer { text in
      unsafe other.withUnsafeBufferPointer { other in
        let begin = unsafe text.baseAddress.unsafelyUnwrapped + place
        var copy = unsafe wide_text_at(other.baseAddress.unsafelyUnwrapped)
        return switch way {
        case .plain: unsafe wide_differing_plain(begin, &copy)
        case .wide: unsafe wide_differing(begin, &copy)
        }
      }
    }
  }
}
