import FunnelModel
import TestSupport
import Testing

struct DefinitionReadingTests {
  /// The specification's own example.
  static let example = """
    {
      "id": "first-run", "onboardingVersion": 3,
      "match": {"dismissed": {"event": "tour_closed"}, "flow_completed": {"event": ["tutorial_complete", "signed_up"]}},
      "steps": [
        {"id": "welcome", "targetElementId": "start_button", "highlightShape": "circle", "tooltipText": "Tap here to begin",
         "tooltipPosition": "below", "completionTrigger": {"tap": {"elementId": "start_button"}}, "canSkip": false},
        {"id": "profile", "canSkip": true, "optional": true},
        {"id": "first_order", "match": {"started": {"event": "screen_view", "where": {"properties.screen": "Order"}},
                                        "completed": {"event": ["purchase", "order_placed"]}}}
      ],
      "variants": {"control": {"weight": 0.5}, "short": {"weight": 0.5, "steps": ["welcome", "first_order"]}},
      "control": "control",
      "analysis": {"sessionGap": "30m", "window": "7d", "order": "ordered", "entry": "first", "advance": "explicit", "unit": "user"},
      "source": {"format": "native", "fields": {"user": "ctx.uid", "time": ["at", "ctx.at"]}}
    }
    """

  private func file(_ json: String) throws -> DefinitionFile { try DefinitionFile(reading: Array(json.utf8)) }

  private func path(_ dotted: String) throws -> FieldPath { try #require(FieldPath(dotted: dotted)) }

  @Test func readsTheSpecificationsExample() throws {
    let reading = DefinitionReading(Array(Self.example.utf8))
    #expect(reading.faults == [])
    #expect(reading.hints == [])
    let file = try #require(reading.file)

    var welcome = StepDefinition(id: "welcome")
    welcome.canSkip = false
    welcome.tooltipText = "Tap here to begin"
    welcome.tooltipPosition = "below"
    var profile = StepDefinition(id: "profile", isOptional: true)
    profile.canSkip = true
    var order = StepDefinition(id: "first_order")
    let condition = MatchCondition(path: try path("properties.screen"), values: [.text("Order")])
    order.matches = [
      .started: EventMatch(events: ["screen_view"], conditions: [condition]),
      .completed: EventMatch(events: ["purchase", "order_placed"]),
    ]
    var definition = Definition(id: "first-run", steps: [welcome, profile, order])
    definition.onboardingVersion = "3"
    definition.flowMatches = [
      .dismissed: EventMatch(events: ["tour_closed"]),
      .flowCompleted: EventMatch(events: ["tutorial_complete", "signed_up"]),
    ]
    definition.variants = [
      VariantDefinition(name: "control", weight: 0.5), VariantDefinition(name: "short", weight: 0.5, steps: [0, 2]),
    ]
    definition.control = "control"
    #expect(file.definition == definition)

    var rules = AnalysisRules()
    rules.advance = .explicit
    #expect(file.analysis == AnalysisSettings(rules: rules))
    #expect(file.source.format == .native)
    #expect(file.source.fields == [.user: [try path("ctx.uid")], .time: [try path("at"), try path("ctx.at")]])
  }

  @Test func printsBackToTheSameFile() throws {
    let file = try file(Self.example)
    #expect(try self.file(file.text) == file)
    #expect(try self.file(file.text).text == file.text)
  }

  @Test func settingsReplaceOnlyWhatTheyName() throws {
    let json = """
      {"id": "f", "steps": [{"id": 1}], "analysis": {"window": "none", "unit": "session"},
       "source": {"fields": {"user": "ctx.uid"}}}
      """
    let file = try file(json)
    var rules = AnalysisRules()
    rules.sessionGap = .seconds(60)
    file.analysis.apply(to: &rules)
    #expect(rules.window == nil)
    #expect(rules.unit == .session)
    #expect(rules.sessionGap == .seconds(60))
    var places = FieldPlaces.native
    file.source.apply(to: &places)
    #expect(places[.user] == [try path("ctx.uid")])
    #expect(places[.time] == FieldPlaces.native[.time])
  }

  @Test func takesNumbersAsTheirOwnText() throws {
    let json = """
      {"id": 7, "onboardingVersion": 1.0, "steps": [{"id": 1.0, "match": {"started": {"event": 5,
       "where": {"a.0": [12.50, "x", true, ""]}}}}, {"id": 1}], "variants": {"v": {"steps": [1]}}, "control": "v"}
      """
    let definition = try file(json).definition
    #expect(definition.id == "7")
    #expect(definition.onboardingVersion == "1.0")
    #expect(definition.steps.map(\.id) == ["1.0", "1"])
    #expect(definition.variants.map(\.steps) == [[1]])
    let match = try #require(definition.steps[0].matches[.started])
    #expect(match.events == ["5"])
    #expect(match.conditions.map(\.path) == [FieldPath(components: ["a", "0"])])
    #expect(match.conditions.map(\.values) == [[.text("12.50"), .text("x"), .truth(true), .text("")]])
  }

  @Test func comparesIdsByBytes() throws {
    let json = "{\"id\": \"f\", \"steps\": [{\"id\": \"\\u00e9\"}, {\"id\": \"e\\u0301\"}]}"
    #expect(try file(json).definition.steps.count == 2)
  }

  @Test func takesNullForAnAbsentKeyOfTheApp() throws {
    let json = """
      {"id": "f", "match": null, "control": null, "variants": null, "analysis": null, "source": null,
       "onboardingVersion": null, "steps": [{"id": "a", "canSkip": null, "optional": null, "tooltipText": null}]}
      """
    #expect(try file(json) == DefinitionFile(definition: Definition(id: "f", steps: [StepDefinition(id: "a")])))
  }

  @Test func keepsADemandThatNothingMeets() throws {
    let json = """
      {"id": "f", "steps": [{"id": "a", "match": {"started": {"event": "e",
       "where": {"x": null, "y": {}, "z": [[], "ok"]}}}}]}
      """
    let reading = DefinitionReading(Array(json.utf8))
    let file = try #require(reading.file)
    let conditions = try #require(file.definition.steps[0].matches[.started]).conditions
    #expect(conditions.map(\.values) == [[], [], [.text("ok")]])
    let path = "steps[0].match.started.where"
    #expect(reading.hints.map(\.keyPath) == [path + ".x", path + ".y", path + ".z[0]"])
    #expect(try self.file(file.text) == file)
  }

  @Test(arguments: [
    (
      "\"optionl\": true",
      "steps[0].optionl: the key 'optionl' is taken for the app's own and left alone; did you mean 'optional'?"
    ),
    (
      "\"canskip\": true",
      "steps[0].canskip: the key 'canskip' is taken for the app's own and left alone; did you mean 'canSkip'?"
    ),
    (
      "\"macth\": 1", "steps[0].macth: the key 'macth' is taken for the app's own and left alone; did you mean 'match'?"
    ),
    ("\"tooltipText\": {}", "steps[0].tooltipText: expected a string, found an object; it is left alone"),
    ("\"canSkip\": true, \"canSkip\": false", "steps[0].canSkip: the key stands twice; this one, the last, holds"),
  ])
  func hintsAtWhatIsMostLikelyNotMeant(_ member: String, _ words: String) {
    let reading = DefinitionReading(Array("{\"id\": \"f\", \"steps\": [{\"id\": \"a\", \(member)}]}".utf8))
    #expect(reading.faults == [])
    #expect(reading.hints.map(\.description) == [words])
  }

  @Test func hintsAtAControlThatIsNotListed() {
    let json = "{\"id\": \"f\", \"steps\": [{\"id\": \"a\"}], \"variants\": {\"control\": {}}, \"control\": \"contrl\"}"
    let hints = DefinitionReading(Array(json.utf8)).hints
    #expect(
      hints.map(\.description)
        == ["control: 'contrl' is none of the variants listed here; did you mean 'control'?"])
  }

  @Test func leavesTheAppsOwnKeysAlone() {
    let json = """
      {"id": "f", "uid": 1, "stepsCount": 3, "title": "x",
       "steps": [{"id": "a", "uid": 1, "matched": 2, "tooltipTextColor": 1, "items": [[[{}]]]}]}
      """
    let reading = DefinitionReading(Array(json.utf8))
    #expect(reading.faults == [])
    #expect(reading.hints == [])
  }

  @Test func noChangeOfTheExampleCrashesTheReader() {
    let seed: UInt64 = 8
    var random = SeededGenerator(seed: seed)
    let original = Array(Self.example.utf8)
    let pieces = ["null", "\"\"", "[]", "{}", "1", "true", "\"none\"", "-1e999", "\"steps\":", ","].map {
      Array($0.utf8)
    }
    for round in 0..<600 {
      var bytes = original
      for _ in 0...Int.random(in: 0...2, using: &random) {
        let low = Int.random(in: 0..<bytes.count, using: &random)
        let high = min(bytes.count, low + Int.random(in: 0...12, using: &random))
        bytes.replaceSubrange(low..<high, with: pieces.randomElement(using: &random) ?? [])
      }
      let reading = DefinitionReading(bytes)
      #expect((reading.file == nil) == !reading.faults.isEmpty, "seed \(seed), round \(round)")
      if let file = reading.file {
        #expect((try? DefinitionFile(reading: Array(file.text.utf8))) == file, "seed \(seed), round \(round)")
      }
    }
  }
}
