/// The check sum of ZIP archives.
///
/// Source: ISO/IEC 13239 as ZIP uses it: the reflected polynomial 0xEDB88320, begun and ended with all bits turned.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { remainder, _ in
      remainder & 1 == 1 ? 0xEDB8_8320 ^ (remainder >> 1) : remainder >> 1
    }
  }

  /// The sum of some bytes.
  ///
  /// Of none it is 0. Linear in the length.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
  }
}
