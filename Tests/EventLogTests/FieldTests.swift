import FunnelModel
import Testing

@testable import EventLog

/// Which value of a line counts for which field.
@Suite struct FieldTests {
  /// The one event of a line that has a name, a user and a time, and what else is given.
  private func event(_ members: String, plan: ReadingPlan = ReadingPlan()) throws -> FoundEvent {
    let log = Array("{\"event\":\"e\",\"user_id\":\"u\",\"ts\":1772323200\(members.isEmpty ? "" : ",")\(members)}".utf8)
    let found = try ReadLog.file(log, plan: plan)
    #expect(found.events == PlainReader.found(log, plan: plan).events)
    return try #require(found.events.first)
  }

  @Test(arguments: [
    (#""step_id":"a""#, "a"), (#""step_id":"","properties":{"step_id":"b"}"#, "b"),
    (#""step_id":null,"properties":{"step_id":{}},"params":{"step_id":12.50}"#, "12.50"),
    (#""properties":{"step_id":"b"},"step_id":"a""#, "a"), (#""step_id":"a","step_id":"b""#, "b"),
    (#""step_id":"a","step_id":null"#, ""), (#""properties":{"step_id":"a"},"properties":{}"#, ""),
    (#""properties":{"step_id":"a"},"properties":7"#, ""),
    (#""properties":{"step_id":"a"},"properties":{"x":1},"params":{"step_id":"c"}"#, "c"),
    (#""properties":{"step_id":"a","step_id":[1,{"step_id":2}]}"#, ""), (#""step_id":true"#, ""),
    (#""st\u0065p_id":"a""#, "a"), (#""step_id":"\ud83d\ude00\u00e9\n\/\"\\""#, "😀é\n/\"\\"),
    (#""step_id":"e\u0301""#, "e\u{301}"), (#""x":{"step_id":"a"}"#, ""), (#""properties":[{"step_id":"a"}]"#, ""),
    (#""step_idx":"a","step_i":"b""#, ""), (#""step_id":-0.0e+5"#, "-0.0e+5"), (#""step_id":1e999"#, "1e999"),
  ]) func theStepIsTheFirstOfItsPlacesThatHoldsText(_ members: String, _ step: String) throws {
    #expect(try event(members).step == ByteText(step))
  }

  @Test(arguments: [
    ("true", true), ("false", false), ("\"true\"", true), ("\"\\u0074rue\"", true), ("1", true), ("\"1\"", true),
    ("1.0", false), ("\"TRUE\"", false), ("0", false), ("[]", false), ("\"\"", false), ("\"2\"", false),
  ]) func skippedIsTrueForFourValues(_ value: String, _ isSkipped: Bool) throws {
    #expect(try event("\"skipped\":\(value)").isSkipped == isSkipped)
    #expect(try event("\"skipped\":null,\"properties\":{\"skipped\":\(value)}").isSkipped == isSkipped)
    #expect(try event("\"skipped\":\(value),\"params\":{\"skipped\":true}").isSkipped == isSkipped)
  }

  @Test func valuesHaveTheirKindAndOneTextCanServeManyFields() throws {
    var plan = ReadingPlan()
    plan.values = [
      .path(FieldPath(dotted: "step_id")!), .version, .path(FieldPath(dotted: "a.b")!), .variant,
      .path(FieldPath(dotted: "a")!), .path(FieldPath(dotted: "list.1.x")!), .path(FieldPath(dotted: "list.10")!),
      .path(FieldPath(dotted: "list.01")!), .path(FieldPath(dotted: "step_id")!),
    ]
    plan.places[.variant] = [FieldPath(dotted: "step_id")!]
    let one = try event(#""step_id":"\u0041\n","onboarding_version":3,"a":{"b":true},"list":[0,{"x":"y"}]"#, plan: plan)
    #expect(one.values.map(\.kind) == [.text, .text, .yes, .text, .none, .text, .none, .none, .text])
    #expect(one.values.map(\.text) == ["A\n", "3", "", "A\n", "", "y", "", "", "A\n"])
    let other = try event(#""step_id":"","a":false,"list":{"1":{"x":null},"10":1.50,"01":"z"}"#, plan: plan)
    #expect(other.values.map(\.kind) == [.text, .none, .none, .none, .no, .none, .text, .text, .text])
    #expect(other.values.map(\.text) == ["", "", "", "", "", "", "1.50", "z", ""])
  }

  @Test func manyLongAlikeKeysAreToldApart() throws {
    var plan = ReadingPlan()
    let names = (0..<200).map { "a_common_beginning_\($0)_of_a_key" } + ["a", "ab", "abcdefgh", "abcdefghi", "é"]
    plan.values = names.map { .path(FieldPath(components: [ByteText($0)])) }
    let members = names.reversed().map { "\"\($0)\":\"of \($0)\"" }.joined(separator: ",")
    #expect(try event(members, plan: plan).values.map(\.text) == names.map { ByteText("of \($0)") })
  }

  @Test func placesOfTheDefinitionReplaceTheNativeOnes() throws {
    var plan = ReadingPlan()
    plan.places[.user] = [FieldPath(dotted: "ctx.uid")!, FieldPath(dotted: "ids.0")!]
    plan.places[.event] = [FieldPath(dotted: "ctx.uid")!]
    plan.places[.time] = [FieldPath(dotted: "ctx.at")!]
    let log = Array(#"{"ctx":{"uid":"","at":"2026-03-01T00:00:00Z"},"ids":["v"],"user_id":"u","event":"e"}"#.utf8)
    let other = Array(#"{"ctx":{"uid":"\u0077","at":"2026-03-01T00:00:00Z"},"ids":["v"]}"#.utf8)
    #expect(try ReadLog.file(log, plan: plan).places == ["1:1 missing_event"])
    let event = try #require(ReadLog.file(other, plan: plan).events.first)
    #expect(event.user == "w")
    #expect(event.event == "w")
  }
}
