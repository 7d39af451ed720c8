/// An archive of files that are stored as they are, not compressed.
///
/// Every entry bears the first moment that the format knows, so that the same files give the same bytes. Source: PKWARE's
/// APPNOTE, sections 4.3.7 (local headers), 4.3.12 (central directory) and 4.3.16 (its end).
struct ZIPArchive {
  /// 1980-01-01 in the format's own notation of dates.
  private static let firstDate: UInt16 = 1 << 5 | 1
  /// The first version of the format that has folders.
  private static let version: UInt16 = 20

  private var entries: [UInt8] = []
  private var directory: [UInt8] = []
  private var count: UInt16 = 0

  /// Adds a file; its name is ASCII, and all files together stay below 4 GiB.
  mutating func add(_ name: String, _ bytes: [UInt8]) {
    let offset = UInt32(entries.count)
    let header = Self.header(name: name, bytes: bytes)
    entries.append(littleEndian: 0x0403_4B50 as UInt32)
    entries += header + Array(name.utf8) + bytes

    directory.append(littleEndian: 0x0201_4B50 as UInt32)
    directory.append(littleEndian: Self.version)
    directory += header
    // Comment, disk and attributes: none.
    directory += [UInt8](repeating: 0, count: 10)
    directory.append(littleEndian: offset)
    directory += Array(name.utf8)
    count += 1
  }

  /// The whole archive.
  var bytes: [UInt8] {
    var end: [UInt8] = []
    end.append(littleEndian: 0x0605_4B50 as UInt32)
    end.append(littleEndian: 0 as UInt32)
    end.append(littleEndian: count)
    end.append(littleEndian: count)
    end.append(littleEndian: UInt32(directory.count))
    end.append(littleEndian: UInt32(entries.count))
    end.append(littleEndian: 0 as UInt16)
    return entries + directory + end
  }

  /// What the local header and the directory say alike of a file.
  private static func header(name: String, bytes: [UInt8]) -> [UInt8] {
    var header: [UInt8] = []
    header.append(littleEndian: version)
    // No flags, the method "stored", the time of day 0.
    header += [UInt8](repeating: 0, count: 6)
    header.append(littleEndian: firstDate)
    header.append(littleEndian: CRC32.checksum(bytes))
    header.append(littleEndian: UInt32(bytes.count))
    header.append(littleEndian: UInt32(bytes.count))
    header.append(littleEndian: UInt16(name.utf8.count))
    header.append(littleEndian: 0 as UInt16)
    return header
  }
}

extension [UInt8] {
  /// Appends a whole number, its lowest byte first.
  fileprivate mutating func append(littleEndian number: some FixedWidthInteger & UnsignedInteger) {
    for place in 0..<number.bitWidth / 8 { append(UInt8(truncatingIfNeeded: number >> (place * 8))) }
  }
}
