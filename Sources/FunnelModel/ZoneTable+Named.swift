import Foundation

extension ZoneTable {
  /// Where systems keep their time zone database, tried in this order.
  private static let systemDirectories = [
    "/usr/share/zoneinfo", "/var/db/timezone/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo",
  ]

  /// The zone that a person names: `UTC`, a name of the time zone database such as `Europe/Berlin`, or an offset from UTC
  /// such as `+02:00`, `+0200` or `+02`.
  ///
  /// The database is the one in the folder that the environment variable TZDIR names, else the system's. It is read with
  /// code of our own because Foundation's zones are missing from a static Linux program.
  public static func named(_ name: String) throws(ZoneFailure) -> ZoneTable {
    let own = ProcessInfo.processInfo.environment["TZDIR"].flatMap { $0.isEmpty ? nil : [$0] }
    return try named(name, in: own ?? systemDirectories)
  }

  /// The zone that a person names, from the first of these folders that is there.
  static func named(_ name: String, in directories: [String]) throws(ZoneFailure) -> ZoneTable {
    if ["UTC", "utc", "Z", "z"].contains(name) { return .utc }
    var cursor = TextCursor(Array(name.utf8))
    if let offset = cursor.offset(), cursor.isAtEnd {
      return ZoneTable(name: name, stretches: [Stretch(begins: .min, offset: offset)])
    }
    let directory = directories.first { FileManager.default.fileExists(atPath: $0) }
    guard let directory else { throw .noDatabase(name: name, directories: directories) }
    let file = directory + "/" + name
    guard isPlainName(name), let bytes = FileManager.default.contents(atPath: file) else {
      throw .unknown(name: name, nearest: nearest(to: name, in: directory))
    }
    do throws(FileFault) {
      return try ZoneTable(name: name, file: Array(bytes))
    } catch {
      switch error {
      case .noZone: throw .unknown(name: name, nearest: nearest(to: name, in: directory))
      case .countsLeapSeconds: throw .countsLeapSeconds(name: name)
      case .damaged: throw .damaged(name: name, file: file)
      }
    }
  }

  /// Whether a name stays within the database's folder.
  private static func isPlainName(_ name: String) -> Bool {
    name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.first != UInt8(ascii: ".")
        && part.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "."):
            true
          default: false
          }
        }
    }
  }

  /// The database's name nearest to one that it has not got; a city alone will do.
  private static func nearest(to name: String, in directory: String) -> String? {
    let found = FileManager.default.enumerator(atPath: directory)?.allObjects.compactMap { $0 as? String } ?? []
    let folders = Set(found.compactMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } })
    let names = found.filter { name in
      guard let first = name.utf8.first, !folders.contains(name) else { return false }
      return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
    }.sorted()
    let wanted = name.lowercased()
    let ofCity = names.first { $0.lowercased().hasSuffix("/" + wanted) }
    return ofCity ?? Suggestion.nearest(to: name, among: names)
  }
}
