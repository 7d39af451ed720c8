/// The list of a zip archive's files, in the order in which they are unpacked.
///
/// It is read for where one file ends and the next begins in what the system's program hands out, one behind the other.
struct ArchiveList {
  /// A file of the archive.
  struct Member: Equatable {
    /// As the archive writes it, not necessarily UTF-8.
    var name: [UInt8]
    /// Its size when it is unpacked.
    var bytes: Int
    var isEncrypted: Bool
    /// How it is packed, by the number that the format has for it.
    var method: Int

    /// Whether the system's program knows how to unpack it: all that PKZIP wrote itself, and bzip2.
    var canBeUnpacked: Bool { method <= 9 || method == 12 }

    /// Whether it is no log, by the rules for folders: hidden, a list of files, or a copy of a file's attributes.
    var isPassedOver: Bool {
      let parts = String(decoding: name, as: UTF8.self).split(separator: "/", omittingEmptySubsequences: false)
      guard let last = parts.last, !last.isEmpty else { return true }
      return parts.contains { $0.hasPrefix(".") && $0 != "." && $0 != ".." } || parts.first == "__MACOSX"
        || LogFolder.isMarker(String(last))
    }
  }

  /// The longest list that is believed.
  private static let greatestBytes = 256 << 20

  private(set) var members: [Member] = []
  /// Where the list begins.
  private let begin: Int

  /// Whether it is a whole archive without a file in it.
  var isEmpty: Bool { members.isEmpty && begin == 0 }

  /// The list at the end of an archive, or nil where there is none that can be read.
  init?(of log: OpenLog) throws(LogFailure) {
    guard case .file(_, let end) = log.kind else { return nil }
    let source = FileSource(descriptor: log.descriptor, name: log.name)
    func bytes(at offset: Int, _ count: Int) throws(LogFailure) -> Fields? {
      guard offset >= 0, count >= 0, offset + count <= end else { return nil }
      let buffer = TextBuffer(capacity: count)
      var held = 0
      while held < count {
        let more = try source.read(into: buffer, at: held, count: count - held, offset: offset + held)
        if more == 0 { return nil }
        held += more
      }
      return Fields(bytes: buffer.bytes(0..<count))
    }
    // A comment of up to 65,535 bytes may stand behind the record of the end.
    let tailStart = max(0, end - 22 - 65_535)
    guard let tail = try bytes(at: tailStart, end - tailStart), let place = tail.last("PK\u{5}\u{6}") else {
      return nil
    }
    guard var size = tail.number(place + 12, 4), var offset = tail.number(place + 16, 4) else { return nil }
    // An archive of more than 4 GiB, or of very many files, has a second record before it that says where the list is.
    if let locator = try bytes(at: tailStart + place - 20, 20), locator.begins("PK\u{6}\u{7}", 0),
      let at = locator.number(8, 8), let record = try bytes(at: at, 56), record.begins("PK\u{6}\u{6}", 0),
      let longSize = record.number(40, 8), let longOffset = record.number(48, 8)
    {
      (size, offset) = (longSize, longOffset)
    } else {
      // Bytes before the archive, such as a program that unpacks it, move everything but the numbers.
      offset = tailStart + place - size
    }
    guard size <= ArchiveList.greatestBytes, let list = try bytes(at: offset, size) else { return nil }
    begin = offset
    var position = 0
    while list.begins("PK\u{1}\u{2}", position) {
      guard let flags = list.number(position + 8, 2), let method = list.number(position + 10, 2),
        var bytes = list.number(position + 24, 4),
        let nameLength = list.number(position + 28, 2), let extraLength = list.number(position + 30, 2),
        let commentLength = list.number(position + 32, 2), let name = list.slice(position + 46, nameLength)
      else { return nil }
      if bytes == 0xFFFF_FFFF { bytes = list.longSize(position + 46 + nameLength, extraLength) ?? bytes }
      members.append(Member(name: name, bytes: bytes, isEncrypted: flags & 1 == 1, method: method))
      position += 46 + nameLength + extraLength + commentLength
    }
    if position != size { return nil }
  }

  /// Numbers in bytes, the lowest byte first.
  private struct Fields {
    let bytes: [UInt8]

    func number(_ place: Int, _ count: Int) -> Int? {
      guard let slice = slice(place, count) else { return nil }
      let number = slice.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Int(exactly: number)
    }

    func slice(_ place: Int, _ count: Int) -> [UInt8]? {
      guard place >= 0, count <= bytes.count, place <= bytes.count - count else { return nil }
      return Array(bytes[place..<place + count])
    }

    func begins(_ mark: String, _ place: Int) -> Bool {
      slice(place, 4) == Array(mark.utf8)
    }

    func last(_ mark: String) -> Int? {
      stride(from: bytes.count - 22, through: 0, by: -1).first { begins(mark, $0) }
    }

    /// The size among an entry's further fields, where it does not fit into its own.
    func longSize(_ start: Int, _ length: Int) -> Int? {
      var place = start
      while place + 4 <= start + length, let kind = number(place, 2), let count = number(place + 2, 2) {
        if kind == 1 { return number(place + 4, 8) }
        place += 4 + count
      }
      return nil
    }
  }
}
