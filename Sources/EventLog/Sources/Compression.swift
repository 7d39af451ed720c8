/// How a log is compressed, told by its first bytes.
enum Compression: Hashable, Sendable {
  case gzip
  case zstd
  case bzip2
  case xz
  /// An archive of files, each of which is a log of its own, and may be compressed itself.
  case zip

  /// How many first bytes tell it.
  static let tellingBytes = 16

  /// The compression that a log's first bytes tell, or nil.
  ///
  /// A log that is cut off within them is told from two of them on, so that its program says that it is cut off: no line of
  /// a log is so short. What zstd may skip can stand before the text that it has packed.
  init?(_ bytes: [UInt8]) {
    func begins(_ magic: [UInt8]) -> Bool {
      bytes.starts(with: magic) || bytes.count >= 2 && magic.starts(with: bytes)
    }
    if begins([0x1F, 0x8B]) {
      self = .gzip
    } else if begins([0x28, 0xB5, 0x2F, 0xFD])
      || bytes.count > 3 && bytes[0] & 0xF0 == 0x50 && bytes[1...3] == [0x2A, 0x4D, 0x18]
    {
      self = .zstd
    } else if begins([0x42, 0x5A, 0x68]), bytes.count <= 4 || bytes[4] == 0x31 || bytes[4] == 0x17 {
      self = .bzip2
    } else if begins([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]) {
      self = .xz
    } else if begins([0x50, 0x4B, 0x03, 0x04]) || begins([0x50, 0x4B, 0x05, 0x06]) {
      self = .zip
    } else {
      return nil
    }
  }

  /// The system's program that unpacks it.
  var program: String {
    switch self {
    case .gzip: "gzip"
    case .zstd: "zstd"
    case .bzip2: "bzip2"
    case .xz: "xz"
    case .zip: "unzip"
    }
  }

  /// What the program is told: to read standard input, but for archives of files, and to write standard output.
  func arguments(file: String) -> [String] {
    switch self {
    case .gzip, .bzip2, .xz: [program, "-dc"]
    case .zstd: [program, "-dcq"]
    // A name that begins with a dash would be an option.
    case .zip: [program, "-p", file.utf8.first == UInt8(ascii: "-") ? "./" + file : file]
    }
  }
}
