/// Why a line is no event, in the order in which the first that holds is the one reason.
public enum RejectReason: String, CaseIterable, Sendable {
  /// More bytes than `--max-line` without its line end.
  case tooLong = "too_long"
  /// Not UTF-8.
  case invalidUTF8 = "invalid_utf8"
  /// Not one JSON value by RFC 8259, a lone surrogate, or nested too deep.
  case invalidJSON = "invalid_json"
  /// JSON, but not an object.
  case notObject = "not_object"
  /// No event name.
  case missingEvent = "missing_event"
  /// No user.
  case missingUser = "missing_user"
  /// No time.
  case missingTime = "missing_time"
  /// A time that cannot be read, does not exist or is out of range.
  case badTime = "bad_time"
  /// More than a day later than the clock of the machine that runs.
  case futureTime = "future_time"
}
