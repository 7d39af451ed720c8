import FunnelModel
import Testing

/// Files of two columns, right and wrong.
@Suite struct IdentityMapTests {
  private static func rows(_ text: String) throws(IdentityMapFailure) -> [[String]] {
    let map = try IdentityMap(parsing: Array(text.utf8))
    return (0..<map.count).map { row in
      [map.id(row), map.user(row)].map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test(arguments: [
    ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
    ("a,b", [["a", "b"]]),
    ("\u{FEFF}a,b\r\n\r\n\nc,d\r\n", [["a", "b"], ["c", "d"]]),
    ("a\tb\nc,1\td\n", [["a", "b"], ["c,1", "d"]]),
    ("\n\na\tb\n", [["a", "b"]]),
    ("\"a,\"\"b\"\"\",\"c\nd\"\ne,f", [["a,\"b\"", "c\nd"], ["e", "f"]]),
    ("a\rb,c", [["a\rb", "c"]]),
    (" a , b ", [[" a ", " b "]]),
    ("a,b\r", [["a", "b"]]),
    ("", []),
    ("\r\n\n", []),
  ])
  func isReadAs(_ text: String, _ rows: [[String]]) throws { #expect(try Self.rows(text) == rows) }

  @Test(arguments: [
    ("a", 1, IdentityMapFailure.Reason.columns(1)),
    ("a,b\n\nc,d,e\n", 3, .columns(3)),
    ("a,\n", 1, .emptyID(column: 2)),
    ("a,b\n,d\n", 2, .emptyID(column: 1)),
    ("\"\",b\n", 1, .emptyID(column: 1)),
    ("\"a\nb\",c\n\"d,e\n", 3, .openQuote),
    ("\"a\"b,c\n", 1, .textBehindQuote),
    ("a\"b,c\n", 1, .strayQuote),
    ("a,b\nc,\"d\"\r", 2, nil),
  ])
  func isRefusedAt(_ text: String, _ line: Int, _ reason: IdentityMapFailure.Reason?) {
    do throws(IdentityMapFailure) {
      let rows = try Self.rows(text)
      #expect(reason == nil && rows.count == line)
    } catch {
      #expect(error == reason.map { IdentityMapFailure(line: line, reason: $0) })
    }
  }

  @Test func bytesThatAreNoUTF8AreRefused() {
    #expect(throws: IdentityMapFailure(line: 2, reason: .notUTF8)) {
      try IdentityMap(parsing: Array("a,b\nc,".utf8) + [0xFF])
    }
  }

  @Test(arguments: [
    "", "0", "000", "00000000-0000-0000-0000-000000000000", "00000000000000000000000000000000", "-", "-1", "NULL",
    "None",
    "n/a", "Undefined", "<nil>", "[]", "{}", "true", "Anonymous", "unknown",
  ])
  func standsForNoID(_ text: String) { #expect(PlaceholderID.holds(Array(text.utf8)[...])) }

  @Test(arguments: [
    "1", "00a", "0000000000000000000000000000001", "nul", "anonymous-1", "trues", " ", "u-0", "9774d56d682e549c",
  ])
  func standsForAnID(_ text: String) { #expect(!PlaceholderID.holds(Array(text.utf8)[...])) }
}
