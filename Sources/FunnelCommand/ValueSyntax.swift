import FunnelModel

/// How values of options are written; nil where a text is none.
enum ValueSyntax {
  /// `FIELD=VALUE`, cut at the first `=` that stands in no brackets; neither part is empty, and both are UTF-8, as all that a log holds.
  static func filter(_ text: String) -> (field: FieldReference, value: ByteText)? {
    let bytes = SystemWord.bytes(of: text)
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var isChoice = false
    let equals = bytes.firstIndex { byte in
      if byte == UInt8(ascii: "[") { isChoice = true }
      if byte == UInt8(ascii: "]") { isChoice = false }
      return byte == UInt8(ascii: "=") && !isChoice
    }
    guard let equals, equals + 1 < bytes.count,
      let field = FieldReference(String(decoding: bytes[..<equals], as: UTF8.self))
    else { return nil }
    return (field, ByteText(bytes: Array(bytes[(equals + 1)...])))
  }

  /// `FIELD,FIELD`, no field twice.
  static func fields(_ text: String) -> [FieldReference]? {
    var fields: [FieldReference] = []
    for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let field = FieldReference(String(part) ?? ""), !fields.contains(field) else { return nil }
      fields.append(field)
    }
    return fields
  }

  /// A whole number within bounds, in digits alone.
  static func count(_ text: String, in bounds: ClosedRange<Int>) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let count = Int(text), bounds.contains(count)
    else { return nil }
    return count
  }

  /// Bytes: a whole number, perhaps with `K`, `M` or `G` (of 1,024), also written `KiB`, `MiB`, `GiB`;
  /// in upper or lower case.
  static func bytes(_ text: String, in bounds: ClosedRange<Int>) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let shifts = ["": 0, "k": 10, "kib": 10, "m": 20, "mib": 20, "g": 30, "gib": 30]
    guard let shift = shifts[text.dropFirst(digits.count).lowercased()],
      let number = count(String(digits), in: 0...(Int.max >> shift))
    else { return nil }
    return bounds.contains(number << shift) ? number << shift : nil
  }

  /// A span of time such as `30m`.
  static func span(_ text: String) throws(ValueFault) -> TimeSpan {
    do throws(TimeSpanFailure) {
      return try TimeSpan(parsing: ByteText(text))
    } catch {
      throw fault(of: error, syntax: spanSyntax)
    }
  }

  /// A span of time, or `none` for no limit.
  static func window(_ text: String) throws(ValueFault) -> WindowSetting {
    do throws(TimeSpanFailure) {
      return try WindowSetting(parsing: ByteText(text))
    } catch {
      throw fault(of: error, syntax: spanSyntax + ", or none")
    }
  }

  private static let spanSyntax = "a whole number and s, m, h or d, such as 30m"

  private static func fault(of failure: TimeSpanFailure, syntax: String) -> ValueFault {
    switch failure {
    case .notASpan: ValueFault(expected: syntax)
    case .tooLong: ValueFault(expected: "a shorter span: this is longer than any log")
    }
  }
}
