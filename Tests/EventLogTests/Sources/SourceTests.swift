import FunnelModel
import Testing

@testable import EventLog

/// One line of each system with the traps in it, and the event that a person makes of it.
@Suite struct SourceTests {
  struct Line: CustomTestStringConvertible {
    var format: SourceFormat
    var json: String
    /// user, anonymous, step, seconds, skipped, variant, session, id, version, platform, and the time in milliseconds.
    var event: String
    var name: ByteText = "onboarding_step_completed"
    var experiment: ByteText?

    var testDescription: String { "\(format.rawValue): \(event)" }
  }

  private static let noon: Int64 = 1_709_294_400_000

  static let lines = [
    Line(
      format: .firebase,
      json: #"""
        {"event_date":"20240301","event_timestamp":"1709294400123456","event_name":"onboarding_step_completed","event_params":[{"value":{"string_value":"wel\u0063ome"},"key":"step_id"},{"key":"duration_seconds","value":{"string_value":null,"int_value":null,"float_value":null,"double_value":2.5}},{"key":"skipped","value":{"int_value":"1"}},{"key":"ga_session_id","value":{"int_value":"1709294000"}}],"event_bundle_sequence_id":"7","user_id":null,"user_pseudo_id":"p1","user_properties":[{"key":"firebase_exp_4","value":{"string_value":"1"}},{"key":"firebase_exp_7","value":{"string_value":"0"}}],"app_info":{"version":"3.1"},"platform":"IOS"}
        """#, event: "p1 p1 welcome 2.5 true 1 1709294000 7/welcome 3.1 IOS 1709294400123"),
    Line(
      format: .firebase,
      json: #"""
        {"event_timestamp":1709294400000000,"event_name":"onboarding_step_completed","event_params":[{"key":"step_id","value":{"int_value":3}}],"user_id":"u","user_pseudo_id":"p1","user_properties":[{"key":"firebase_exp_4","value":{"string_value":"1"}},{"key":"firebase_exp_7","value":{"string_value":"0"}}]}
        """#, event: "u p1 3 - false 0 - 3 - - 1709294400000", experiment: "7"),
    Line(
      format: .mixpanel,
      json: #"""
        {"event":"onboarding_step_completed","properties":{"time":1709294400,"distinct_id":"$device:D1","$device_id":"D1","$insert_id":"a","step_id":"welcome","duration_seconds":"4","Experiments":["other:x","onb:b"],"$os":"iOS","$app_version_string":"2"}}
        """#, event: "D1 D1 welcome 4 false b - a 2 iOS 1709294400000", experiment: "onb"),
    Line(
      format: .amplitude,
      json: #"""
        {"amplitude_id":1,"event_type":"onboarding_step_completed","event_time":"2024-03-01 12:00:00.500000","device_id":"D1","user_id":"u","session_id":-1,"$insert_id":"a","event_properties":{"step_id":"welcome","skipped":true},"user_properties":{"[Experiment] onb":"b"},"version_name":"2","platform":"iOS"}
        """#, event: "u D1 welcome - true b - a 2 iOS 1709294400500", experiment: "onb"),
    Line(
      format: .segment,
      json: #"""
        {"type":"track","event":"onboarding_step_completed","messageId":"m","anonymousId":"a","userId":null,"originalTimestamp":"2024-03-01T12:05:00Z","sentAt":"2024-03-01T12:05:10Z","receivedAt":"2024-03-01T12:00:10Z","properties":{"step_id":"welcome","variation_name":"b","experiment_name":"onb"},"context":{"app":{"version":"2"},"os":{"name":"iOS"},"sessionId":1709294000}}
        """#, event: "a a welcome - false b 1709294000 m 2 iOS 1709294400000", experiment: "onb"),
    Line(
      format: .segment,
      json: #"""
        {"type":"track","event":"onboarding_step_completed","message_id":"m","anonymous_id":"a","user_id":12,"timestamp":"2024-03-01T12:00:00.000Z","step_id":"welcome","duration_seconds":1}
        """#, event: "12 a welcome 1 false - - m - - 1709294400000"),
    Line(
      format: .segment,
      json: #"""
        {"event_type":"onboarding_step_completed","eventn_ctx_event_id":"e","_timestamp":"2024-03-01T12:00:00.000000Z","user":{"anonymous_id":"a","id":"u"},"step_id":"welcome","skipped":1}
        """#, event: "u a welcome - true - - e - - 1709294400000"),
    Line(
      format: .posthog,
      json: #"""
        {"uuid":"e","event":"onboarding_step_completed","distinct_id":"a","timestamp":"2024-03-01T12:00:00.000000+00:00","created_at":"2024-03-01T12:00:05+00:00","properties":"{\"step_id\":\"wel\\\"come\",\"$device_id\":\"a\",\"$feature/onb\":true,\"$session_id\":\"s\",\"$os\":\"iOS\"}"}
        """#, event: "a a wel\"come - false true s e - iOS 1709294400000", experiment: "onb"),
    Line(
      format: .snowplow,
      json: #"""
        {"event":"unstruct","event_name":"onboarding_step_completed","event_id":"e","collector_tstamp":"2024-03-01T12:00:10Z","dvce_created_tstamp":"2024-03-01T11:00:00Z","dvce_sent_tstamp":"2024-03-01T11:00:10Z","user_id":null,"domain_userid":null,"platform":"mob","contexts_com_snowplowanalytics_snowplow_client_session_1":[{"userId":"i","sessionId":"s"}],"unstruct_event_com_acme_step_1":{"step_id":"welcome"},"unstruct_event_com_acme_other_1":null}
        """#, event: "i i welcome - false - s e - mob 1709294400000"),
    Line(
      format: .countly,
      json: #"""
        {"_id":"x","e":"[CLY]_custom","n":"onboarding_step_completed","ts":{"$numberLong":"1709294400000"},"did":"d","uid":"7","sg":{"step_id":"welcome","skipped":"true"},"up":{"av":"1:2","p":"iOS"},"custom":{"ab_onb":"b"}}
        """#, event: "7 d welcome - true b - x 1:2 iOS 1709294400000", experiment: "onb"),
    Line(
      format: .pinpoint,
      json: #"""
        {"event_type":"onboarding_step_completed","event_timestamp":1709294400000,"arrival_timestamp":1709294401000,"client":{"client_id":"c"},"session":{},"attributes":{"step_id":"welcome"},"metrics":{"duration_seconds":2.0},"client_context":{"custom":{"endpoint":"{\"User\":{\"UserId\":\"u\"}}"}},"device":{"platform":{"name":"iOS"}}}
        """#, event: "u c welcome 2 false - - 1709294401000/welcome - iOS 1709294400000"),
    Line(
      format: .otlp,
      json: #"""
        {"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"0","observedTimeUnixNano":"1709294400000000000","attributes":[{"key":"event.name","value":{"stringValue":"onboarding_step_completed"}},{"key":"step_id","value":{"stringValue":"welcome"}},{"key":"skipped","value":{"boolValue":true}}]}]}],"resource":{"attributes":[{"key":"device.id","value":{"stringValue":"d"}},{"key":"os.name","value":{"stringValue":"iOS"}}]}}]}
        """#, event: "d d welcome - true - - - - iOS 1709294400000"),
    Line(
      format: .otlp,
      json: #"""
        {"resourceLogs":[{"resource":{"attributes":[{"key":"user.id","value":{"stringValue":"u"}},{"key":"session.id","value":{"stringValue":"s"}}]},"instrumentationLibraryLogs":[{"logRecords":[{"timeUnixNano":"1709294400000000000","eventName":"onboarding_step_completed","attributes":[{"key":"step_id","value":{"stringValue":"welcome"}}]}]}]}]}
        """#, event: "u - welcome - false - s - - - 1709294400000"),
    Line(
      format: .mixpanel,
      json: #"""
        {"event_name":"onboarding_step_completed","distinct_id":"u","time":1709294400,"properties":"{\"step_id\":\"welcome\",\"skipped\":true}"}
        """#, event: "u - welcome - true - - - - - 1709294400000"),
    Line(
      format: .amplitude,
      json: #"""
        {"event_type":"onboarding_step_completed","client_event_time":"2024-03-01 12:00:00","user_id":"u","event_properties":"{\"step_id\":\"welcome\"}","user_properties":"{\"[Experiment] flow\":\"b\"}"}
        """#, event: "u - welcome - false b - - - - 1709294400000", experiment: "flow"),
    Line(
      format: .segment,
      json: #"""
        {"type":"track","event":"onboarding_step_completed","messageId":"m","userId":"u","timestamp":"2024-03-01T12:00:00Z","context":"{\"app\":{\"version\":\"3.1\"}}","properties":"{\"step_id\":\"welcome\"}"}
        """#, event: "u - welcome - false - - m 3.1 - 1709294400000"),
    Line(
      format: .cloudevents,
      json: #"""
        {"specversion":"1.0","id":"1","source":"/app","type":"onboarding_step_completed","subject":"u","time":"2024-03-01T13:00:00+01:00","data":{"step_id":"welcome","duration_seconds":3,"variant":"b"}}
        """#, event: "u - welcome 3 false b - /app/1 - - 1709294400000"),
    Line(
      format: .matomo,
      json: #"""
        {"idVisit":"9","actionDetails":[{"type":"event","eventAction":"onboarding_step_completed","timestamp":"1709294400","step_id":"welcome"}],"visitorId":"v","userId":null,"operatingSystem":"iOS"}
        """#, event: "v v welcome - false - 9 - - iOS 1709294400000"),
    Line(
      format: .native,
      json: #"""
        {"log":"{\"event\":\"onboarding_step_completed\",\"user_id\":\"u\",\"step_id\":\"wel\\u0063ome\"}\n","time":"2024-03-01T12:00:00.000000001Z"}
        """#, event: "u - welcome - false - - - - - 1709294400000"),
  ]

  @Test(arguments: lines)
  func makesOfALineWhatAPersonMakesOfIt(_ line: Line) throws {
    var plan = ReadingPlan.looking
    plan.experiment = line.experiment
    plan.values = [.version, .path(try #require(FieldPath(dotted: "platform")))]
    let found = try ReadLog.file(Array(line.json.utf8), plan: plan)
    #expect(found.summary.sources.map(\.format) == [line.format])
    #expect(found.summary.lines == 1)
    #expect(found.places == [])
    let event = try #require(found.events.first)
    #expect(event.event == line.name)
    func shown(_ text: ByteText) -> String { text.isEmpty ? "-" : text.string }
    let duration = event.duration < 0 ? "-" : "\(Double(event.duration) / 1_000_000)"
    let parts = [
      shown(event.user), shown(event.anonymous), shown(event.step),
      duration.hasSuffix(".0") ? String(duration.dropLast(2)) : duration, "\(event.isSkipped)", shown(event.variant),
      shown(event.session), shown(event.id), shown(event.values[0].text), shown(event.values[1].text),
      "\(event.time / 1_000)",
    ]
    #expect(parts.joined(separator: " ") == line.event)
  }

  /// An export without records is none; one that holds something else in their place is not gone without a word.
  @Test func whatStandsInPlaceOfFurtherRecordsIsRejected() throws {
    let lines: [(json: String, records: Int, rejects: Int)] = [
      (#"{"resourceLogs":[]}"#, 0, 0), (#"{"resourceLogs":[{"resource":{},"scopeLogs":[]}]}"#, 0, 0),
      (#"{"resourceLogs":[{"scopeLogs":[{"logRecords":null}]}]}"#, 0, 0),
      (#"{"resourceLogs":[{"scopeLogs":[{"foo":1},{"logRecords":{}}]},{"scopes":[]}]}"#, 3, 3),
    ]
    var plan = ReadingPlan.looking
    plan.format = .otlp
    for line in lines {
      let found = try ReadLog.file(Array(line.json.utf8), plan: plan)
      #expect(found.summary.lines == line.records && found.summary.rejectedTotal == line.rejects, "\(line.json)")
    }
  }

  @Test func aRawClockIsTheClients() throws {
    var plan = ReadingPlan.looking
    plan.clock = .raw
    let line = try #require(SourceTests.lines.first { $0.format == .segment })
    let found = try ReadLog.file(Array(line.json.utf8), plan: plan)
    #expect(found.events.map(\.time) == [(SourceTests.noon + 300_000) * 1_000])
  }

  @Test func anEventLaterThanItsReceiptByMoreThanAnHourIsCounted() throws {
    func line(_ time: String) -> String {
      #"{"type":"track","event":"e","messageId":"m","userId":"u","receivedAt":"2024-03-01T12:00:00Z","timestamp":""#
        + time + "\"}\n"
    }
    let log = line("2024-03-01T13:00:00Z") + line("2024-03-01T13:00:00.000001Z")
    #expect(try ReadLog.file(Array(log.utf8), plan: .looking).summary.clockAhead == 1)
  }

  @Test func aLogWhoseSourceCannotBeToldNamesItsFields() throws {
    let log = Array("{\"a\":1,\"b\":2}\n{\"c\":3,\"a\":1}\n".utf8)
    try ReadLog.withFile(log) { path in
      _ = #expect(throws: LogFailure.unknownSource(file: path, fields: ["a", "b", "c"])) {
        try ReadLog.logs([path], plan: .looking)
      }
    }
  }

  @Test func whatAnAppSaysAsItStartsHidesNoEvents() throws {
    let words = (0..<3_000).map {
      #"{"log":"starting \#($0)\n","stream":"stdout","time":"2024-03-01T12:00:00Z"}"# + "\n"
    }
    let event =
      #"{"log":"{\"event\":\"e\",\"user_id\":\"u\"}\n","stream":"stdout","time":"2024-03-01T12:00:00Z"}"# + "\n"
    for (count, format) in [(100, nil), (100, .native), (1_500, nil)] as [(Int, SourceFormat?)] {
      var plan = ReadingPlan.looking
      plan.format = format
      let log = Array((words.prefix(count).joined() + event).utf8)
      for found in [try ReadLog.file(log, plan: plan), try ReadLog.pipe(log, plan: plan)] {
        #expect(found.events.map(\.event) == ["e"])
        #expect(found.summary.rejected == [.missingEvent: count])
      }
    }
    #expect(throws: LogFailure.unknownSource(file: "-", fields: ["log", "stream", "time"])) {
      try ReadLog.pipe(Array(words.joined().utf8), plan: .looking)
    }
  }

  @Test func aForcedSourceIsNotLookedFor() throws {
    var plan = ReadingPlan.looking
    plan.format = .segment
    let log = #"{"event":"e","user_id":"u","timestamp":"2024-03-01T12:00:00Z"}"#
    let found = try ReadLog.file(Array(log.utf8), plan: plan)
    #expect(found.summary.sources.map(\.format) == [.segment])
    #expect(found.events.count == 1)
  }

  @Test func pathsChooseElementsOfArraysInNativeLogsToo() throws {
    var plan = ReadingPlan.looking
    let path = try #require(FieldPath(dotted: "params[key=step.id].value"))
    plan.places[.step] = [path]
    plan.fields[.step] = [path]
    plan.values = [.path(try #require(FieldPath(dotted: "list[name=b*].x")))]
    let log = #"""
      {"event":"e","user_id":"u","ts":1709294400,"params":[{"value":{"string_value":null,"int_value":"3"},"key":"step.id"}],"list":[{"name":"a","x":1},{"name":"bc","x":2},{"name":"bd","x":3}]}
      """#
    let event = try #require(try ReadLog.file(Array(log.utf8), plan: plan).events.first)
    #expect(event.step == "3")
    #expect(event.values.map(\.text) == ["2"])
  }

  @Test func pathsAreReadAndPrintedAlike() {
    let paths = [
      "a.b", "event_params[key=step_id].value", "a[k=x.y].b.0", "[Experiment] x.y", "a[k=][k=v].z", "$feature/a",
      "a[k=v]b",
    ]
    for path in paths { #expect(FieldPath(dotted: path)?.dotted == path) }
    for path in ["", ".", "a.", ".a", "a..b"] { #expect(FieldPath(dotted: path) == nil, "\(path)") }
  }
}
