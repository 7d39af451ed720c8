import Foundation
import FunnelModel
import TestSupport
import Testing

@testable import EventLog

/// The sample lines of other systems' exports, with counts worked out by hand.
@Suite struct SampleTests {
  struct Sample: CustomTestStringConvertible {
    var file: String
    var format: SourceFormat
    var lines: Int
    var identity = 0
    var rejected: [RejectReason: Int] = [:]
    /// Event name and user of each event, in byte order.
    var events: [String]

    var testDescription: String { file }
  }

  static let samples = [
    Sample(
      file: "ga4_bigquery.ndjson", format: .firebase, lines: 6, rejected: [.missingUser: 3],
      events: [
        "add_payment_info 1000001.1000000001", "session_start 100000001.1644156613",
        "sign_up 00000000000000000000000000000a01",
      ]),
    Sample(
      file: "ga4_firebase_ab_synthetic.ndjson", format: .firebase, lines: 5,
      events: ["first_open p1", "first_open p2", "screen_view p1", "tutorial_complete u-1", "tutorial_complete u-1"]),
    Sample(
      file: "mixpanel_export.ndjson", format: .mixpanel, lines: 8, rejected: [.missingUser: 2],
      events: [
        "$ae_first_open 00000000-0000-4000-8000-000000000003", "$ae_session user2@example.com",
        "Chapter_Click user1@example.com", "Login user1@example.com",
        "Search 17000000000000-00000000000000-00000000-00000-17000000000001", "Video_Open user2@example.com",
      ]),
    Sample(
      file: "mixpanel_identity_ab_synthetic.ndjson", format: .mixpanel, lines: 7, identity: 3,
      events: ["$experiment_started D1", "$experiment_started D2", "App Open D1", "Sign Up U1"]),
    Sample(
      file: "amplitude_export.ndjson", format: .amplitude, lines: 4,
      events: [
        "Property Drop Purchased 00000000-0000-4000-8000-0000000000b2",
        "USER_OPENED_APP 00000000-0000-4000-8000-0000000000b4",
        "session_start user3@example.com", "view_page 00000000-0000-4000-8000-0000000000b1",
      ]),
    Sample(
      file: "amplitude_ab_merge_synthetic.ndjson", format: .amplitude, lines: 2,
      events: ["[Experiment] Exposure D1", "sign_up U1"]),
    Sample(file: "amplitude_merged_ids_synthetic.ndjson", format: .amplitude, lines: 1, identity: 1, events: []),
    Sample(
      file: "segment_s3.ndjson", format: .segment, lines: 4, identity: 2,
      events: ["Report Submitted 97980cfea0067", "Viewed Home Screen 97980cfea0067"]),
    Sample(
      file: "posthog_s3_synthetic.jsonl", format: .posthog, lines: 4, identity: 1,
      events: ["$feature_flag_called anonymous-123", "onboarding_step anonymous-123", "onboarding_step user-123"]),
    Sample(
      file: "otlp_app_events_synthetic.jsonl", format: .otlp, lines: 2,
      events: ["onboarding.step D1", "onboarding.step U1"]),
    Sample(
      file: "pinpoint_firehose_concatenated.json", format: .pinpoint, lines: 3,
      events: [
        "_session.start m3n4o5p6-a1b2-c3d4-e5f6-g7h8i9j0k1l2", "_session.stop m3n4o5p6-a1b2-c3d4-e5f6-g7h8i9j0k1l2",
        "onboarding_step U1",
      ]),
    Sample(
      file: "gcp_logging.ndjson", format: .native, lines: 3, rejected: [.missingEvent: 1],
      events: ["onboarding_step U1", "onboarding_step U1"]),
    Sample(
      file: "log_wrappers_synthetic.ndjson", format: .native, lines: 7, rejected: [.invalidJSON: 1],
      events: [String](repeating: "onboarding_step U1", count: 6)),
  ]

  @Test(arguments: samples)
  func readsTheSampleAsAPersonDoes(_ sample: Sample) throws {
    let path = TestFiles.package.appending(path: "Tests/EventLogTests/Sources/Samples/\(sample.file)").path
    for workers in [1, 2] {
      let found = try ReadLog.logs([path], plan: .looking, workers: workers)
      #expect(found.summary.sources.map(\.format) == [sample.format])
      #expect(found.summary.lines == sample.lines)
      #expect(found.summary.identity == sample.identity)
      #expect(found.summary.rejected == sample.rejected)
      #expect(found.events.map { "\($0.event) \($0.user)" }.sorted { ByteText($0) < ByteText($1) } == sample.events)
    }
  }
}

extension ReadingPlan {
  /// A plan that looks at each log first.
  static var looking: ReadingPlan {
    var plan = ReadingPlan()
    plan.looksFirst = true
    plan.format = nil
    return plan
  }
}
