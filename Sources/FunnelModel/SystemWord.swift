/// Words that the system hands over as bytes, such as the names of files, kept in a string without loss.
///
/// A name need not be UTF-8, and a `String` cannot hold what is not: a repaired name is the name of no file. So each byte
/// that is no part of UTF-8 stands in the string as a scalar of its own, of a private area. A word that holds scalars of
/// this area itself has them kept byte by byte too, so that every word comes back as it was.
public enum SystemWord {
  /// The scalar of a byte is this far above the byte; only bytes from 0x80 on are ever kept so.
  private static let base: UInt32 = 0x10F700
  private static let area = base + 0x80...base + 0xFF

  /// The string that keeps these bytes; of UTF-8 without private scalars the very same text.
  public static func string(of bytes: [UInt8]) -> String {
    var kept = ""
    var parser = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    func keep(_ count: Int) {
      for byte in bytes[offset..<offset + count] { kept.unicodeScalars.append(scalar(of: byte)) }
    }
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        let scalar = UTF8.decode(encoded)
        if area.contains(scalar.value) { keep(encoded.count) } else { kept.unicodeScalars.append(scalar) }
        offset += encoded.count
      case .error(let length):
        keep(length)
        offset += length
      case .emptyInput:
        return kept
      }
    }
  }

  /// The bytes that a string keeps.
  public static func bytes(of string: some StringProtocol) -> [UInt8] {
    guard string.unicodeScalars.contains(where: { area.contains($0.value) }) else { return Array(string.utf8) }
    var bytes: [UInt8] = []
    for scalar in string.unicodeScalars {
      if area.contains(scalar.value) {
        bytes.append(UInt8(scalar.value - base))
      } else {
        bytes += UTF8.encode(scalar)!
      }
    }
    return bytes
  }

  /// The bytes that a string keeps with a zero behind them, as calls of the system take them.
  public static func terminated(_ string: String) -> [CChar] {
    bytes(of: string).map(CChar.init(bitPattern:)) + [0]
  }

  private static func scalar(of byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(base + UInt32(byte))!
  }
}
