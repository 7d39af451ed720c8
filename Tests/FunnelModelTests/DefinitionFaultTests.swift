import FunnelModel
import Testing

/// A definition with one fault: where it is and what is said.
struct FaultCase: Sendable, CustomTestStringConvertible {
  var json: String
  var line: Int
  var column: Int
  var words: String

  init(_ json: String, _ line: Int, _ column: Int, _ words: String) {
    self.json = json
    self.line = line
    self.column = column
    self.words = words
  }

  /// A definition of one step, `one`, with these further members on its second line.
  static func with(_ members: String, _ column: Int, _ words: String) -> FaultCase {
    FaultCase("{\"id\": \"f\", \"steps\": [{\"id\": \"one\"}],\n\(members)}", 2, column, words)
  }

  /// A definition of one step with these further members, the step on its second line.
  static func step(_ members: String, _ column: Int, _ words: String) -> FaultCase {
    FaultCase("{\"id\": \"f\", \"steps\": [\n{\"id\": \"one\", \(members)}]}", 2, column + 14, words)
  }

  var testDescription: String { words }
}

struct DefinitionFaultTests {
  @Test(arguments: [
    FaultCase("", 1, 1, "not JSON: expected a value, found the end of the file; correct the file"),
    FaultCase("[]", 1, 1, "expected an object, found a list"),
    FaultCase("{\"steps\": [{\"id\": \"one\"}]}", 1, 1, "id: missing; add it, such as \"id\": \"first-run\""),
    FaultCase(
      "{\"id\": \"f\"}", 1, 1, "steps: missing; add it, such as \"steps\": [{\"id\": \"welcome\"}]"),
    FaultCase("{\"id\": \"\", \"steps\": [{\"id\": 1}]}", 1, 8, "id: empty; write a string that is not empty"),
    FaultCase("{\"id\": true, \"steps\": [{\"id\": 1}]}", 1, 8, "id: expected a string, found true"),
    FaultCase("{\"id\": \"f\", \"steps\": {}}", 1, 22, "steps: expected a list, found an object"),
    FaultCase(
      "{\"id\": \"f\", \"steps\": []}", 1, 22,
      "steps: empty; list at least one step, such as {\"id\": \"welcome\"}"),
    FaultCase("{\"id\": \"f\", \"steps\": [\"one\"]}", 1, 23, "steps[0]: expected an object, found a string"),
    FaultCase(
      "{\"id\": \"f\", \"steps\": [{\"optional\": true}]}", 1, 23,
      "steps[0].id: missing; add it, such as \"id\": \"welcome\""),
    FaultCase(
      "{\"id\": \"f\", \"steps\": [{\"id\": \"a\"},\n{\"id\": \"a\"}]}", 2, 8,
      "steps[1].id: the step 'a' stands there already, at steps[0]; leave one of them out or rename it"),
    .step("\"optional\": 1", 13, "steps[0].optional: expected true or false, found a number"),
    .step("\"canSkip\": \"no\"", 12, "steps[0].canSkip: expected true or false, found a string"),
    .step(
      "\"match\": {}", 10,
      "steps[0].match: empty; name started, completed or skipped, or leave the key out for the native events"),
    .step(
      "\"match\": {\"complete\": {}}", 11, "steps[0].match.complete: unknown key 'complete'; did you mean 'completed'?"),
    .step("\"match\": {\"started\": null}", 22, "steps[0].match.started: expected an object, found null"),
    .step(
      "\"match\": {\"started\": {}}", 22,
      "steps[0].match.started.event: missing; add it, such as \"event\": \"screen_view\""),
    .step(
      "\"match\": {\"started\": {\"event\": []}}", 32,
      "steps[0].match.started.event: empty; name at least one event"),
    .step(
      "\"match\": {\"started\": {\"event\": [\"a\", {}]}}", 38,
      "steps[0].match.started.event[1]: expected a string, found an object"),
    .step(
      "\"match\": {\"started\": {\"event\": \"a\", \"wher\": {}}}", 37,
      "steps[0].match.started.wher: unknown key 'wher'; did you mean 'where'?"),
    .step(
      "\"match\": {\"started\": {\"event\": \"a\", \"where\": []}}", 46,
      "steps[0].match.started.where: expected an object, found a list"),
    .step(
      "\"match\": {\"started\": {\"event\": \"a\", \"where\": {\"a..b\": 1}}}", 47,
      "steps[0].match.started.where[\"a..b\"]: 'a..b' is no field path; write keys with one dot between them, such as"
        + " properties.screen"),
    .step(
      "\"match\": {\"started\": {\"event\": \"a\", \"where\": {\"a.b\": []}}}", 54,
      "steps[0].match.started.where[\"a.b\"]: empty; list at least one value"),
    .with(
      "\"match\": {\"started\": {\"event\": \"a\"}}", 11,
      "match.started: unknown key 'started'; write one of 'flow_started', 'dismissed', 'flow_completed'"),
    .with(
      "\"variants\": {\"b\": {\"steps\": [\"on\"]}}", 30,
      "variants.b.steps[0]: no step has the id 'on'; did you mean 'one'?"),
    .with(
      "\"variants\": {\"b\": {\"steps\": [\"one\", \"one\"]}}", 37,
      "variants.b.steps[1]: the step 'one' stands there already, at variants.b.steps[0]; leave one of them out or"
        + " rename it"),
    .with(
      "\"variants\": {\"b\": {\"steps\": []}}", 29,
      "variants.b.steps: empty; list the variant's steps, or leave the key out where it has all of them"),
    .with("\"variants\": [\"b\"]", 13, "variants: expected an object, found a list"),
    .with(
      "\"variants\": {\"a b\": {\"weight\": -0.5}}", 32,
      "variants[\"a b\"].weight: '-0.5' is no weight; write a number that is not negative, such as 0.5"),
    .with(
      "\"variants\": {\"b\": {\"weight\": 1e999}}", 30,
      "variants.b.weight: '1e999' is no weight; write a number that is not negative, such as 0.5"),
    .with(
      "\"variants\": {\"b\": {\"weight\": \"1\"}}", 30,
      "variants.b.weight: expected a number that is not negative, such as 0.5, found a string"),
    .with(
      "\"variants\": {\"b\": {\"weight\": 0}}", 13,
      "variants: all weights are 0; give a variant that users are sent to a weight above 0"),
    .with(
      "\"variants\": {\"\": {\"weight\": 1}}", 14,
      "variants[\"\"]: empty; give the variant the name that events give it"),
    .with("\"control\": {}", 12, "control: expected a string, found an object"),
    .with(
      "\"analysis\": {\"sesionGap\": \"30m\"}", 14,
      "analysis.sesionGap: unknown key 'sesionGap'; did you mean 'sessionGap'?"),
    .with(
      "\"analysis\": {\"color\": 1}", 14,
      "analysis.color: unknown key 'color'; write one of 'sessionGap', 'window', 'order', 'entry', 'advance', 'unit'"),
    .with(
      "\"analysis\": {\"window\": 7}", 24,
      "analysis.window: expected a span of time such as \"7d\" or \"none\", found a number"),
    .with(
      "\"analysis\": {\"window\": \"7 d\"}", 24,
      "analysis.window: '7 d' is no span of time; write a whole number and s, m, h or d, such as 30m or 7d"),
    .with(
      "\"analysis\": {\"sessionGap\": \"none\"}", 28,
      "analysis.sessionGap: 'none' is no span of time; write a whole number and s, m, h or d, such as 30m or 7d"),
    .with(
      "\"analysis\": {\"sessionGap\": \"99999999999d\"}", 28,
      "analysis.sessionGap: '99999999999d' is longer than any log; write a shorter span"),
    .with(
      "\"analysis\": {\"order\": \"orderd\"}", 23,
      "analysis.order: unknown word 'orderd'; did you mean 'ordered'?"),
    .with(
      "\"analysis\": {\"entry\": true}", 23, "analysis.entry: expected one of \"first\", \"any\", found true"),
    .with(
      "\"analysis\": {\"advance\": \"Explicit\"}", 25,
      "analysis.advance: unknown word 'Explicit'; did you mean 'explicit'?"),
    .with(
      "\"analysis\": {\"unit\": \"event\"}", 22,
      "analysis.unit: unknown word 'event'; write one of 'user', 'session'"),
    .with("\"source\": \"native\"", 11, "source: expected an object, found a string"),
    .with("\"source\": {\"files\": {}}", 12, "source.files: unknown key 'files'; did you mean 'fields'?"),
    .with(
      "\"source\": {\"format\": \"nativ\"}", 22, "source.format: unknown word 'nativ'; did you mean 'native'?"),
    .with(
      "\"source\": {\"fields\": {\"usr\": \"a\"}}", 23,
      "source.fields.usr: unknown key 'usr'; did you mean 'user'?"),
    .with(
      "\"source\": {\"fields\": {\"user\": []}}", 31,
      "source.fields.user: empty; write a field path, or leave the key out for the native places"),
    .with(
      "\"source\": {\"fields\": {\"user\": [\"a\", \"b.\"]}}", 37,
      "source.fields.user[1]: 'b.' is no field path; write keys with one dot between them, such as properties.screen"),
    .with(
      "\"source\": {\"fields\": {\"user\": \"event_params[key=uid\"}}", 31,
      "source.fields.user: 'event_params[key=uid' is no field path; a '[' is not closed; write a choice as in"
        + " event_params[key=step_id].value"),
    .with(
      "\"source\": {\"fields\": {\"step\": \"event_params[step_id].value\"}}", 31,
      "source.fields.step: 'event_params[step_id].value' is no field path; brackets hold a member and its value, as in"
        + " event_params[key=step_id].value; an element by its place is items.0"),
    .with(
      "\"source\": {\"fields\": {\"user\": 1}}", 31,
      "source.fields.user: expected a field path such as \"ctx.uid\", or a list of them, found a number"),
  ])
  func saysTheKeyThePlaceAndWhatToDo(_ expected: FaultCase) {
    let reading = DefinitionReading(Array(expected.json.utf8))
    #expect(reading.faults.map(\.description) == [expected.words])
    #expect(reading.faults.map(\.place) == [TextPlace(line: expected.line, column: expected.column)])
    #expect(reading.file == nil)
  }

  @Test func reportsEveryFaultInTheOrderOfTheFile() {
    let json = """
      {"steps": [{"id": "a", "optional": "x"}, {"id": "a"}],
       "variants": {"v": {"steps": ["b"]}},
       "analysis": {"window": "", "unknown": 1}}
      """
    let reading = DefinitionReading(Array(json.utf8))
    let paths = [
      "id", "steps[0].optional", "steps[1].id", "variants.v.steps[0]", "analysis.window", "analysis.unknown",
    ]
    #expect(reading.faults.map(\.keyPath) == paths)
    #expect(throws: reading.faults[0]) { try DefinitionFile(reading: Array(json.utf8)) }
  }

  @Test func keepsTextFromTheFileOnOneLine() {
    let json =
      "{\"id\": \"f\", \"steps\": [{\"id\": \"a\\nb\"}, {\"id\": \"a\\nb\"}], \"analysis\": {\"x\\ny\\u009b\": 1}}"
    let faults = DefinitionReading(Array(json.utf8)).faults
    #expect(faults.count == 2)
    for fault in faults { #expect(!fault.description.unicodeScalars.contains { $0.value < 32 || $0.value == 0x9B }) }
  }
}
