/// Why there is no zone of a name.
public enum ZoneFailure: Error, Hashable, Sendable {
  /// The time zone database has no such zone.
  case unknown(name: String, nearest: String?)
  /// This machine has no time zone database where it was looked for.
  case noDatabase(name: String, directories: [String])
  /// The zone's file is no zone file, or a broken one.
  case damaged(name: String, file: String)
  /// The zone counts leap seconds, as those under `right/` do, which the times of logs do not.
  case countsLeapSeconds(name: String)
}

extension ZoneFailure: CustomStringConvertible {
  /// What is wrong and what to write.
  public var description: String {
    switch self {
    case .unknown(let name, let nearest):
      "unknown time zone \(ByteText(name).inQuotes); "
        + (nearest.map { "did you mean '\($0)'?" } ?? "write a name such as Europe/Berlin or an offset such as +02:00")
    case .noDatabase(let name, let directories):
      "no time zone \(ByteText(name).inQuotes): no time zone database in \(directories.joined(separator: ", "));"
        + " install tzdata, set TZDIR, or write an offset such as +02:00"
    case .damaged(let name, let file):
      "the file \(ByteText(file).inQuotes) of the time zone \(ByteText(name).inQuotes) is damaged;"
        + " install tzdata again, or write an offset such as +02:00"
    case .countsLeapSeconds(let name):
      "the time zone \(ByteText(name).inQuotes) counts leap seconds, which logs do not;"
        + " write its name without 'right/'"
    }
  }
}
