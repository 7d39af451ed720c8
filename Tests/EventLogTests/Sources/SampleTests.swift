import Foundation
import FunnelModel
import TestSupport
import Testing

@testable import EventLog

/// The sample lines of other systems' exports, with counts worked out by hand: each line's fields were read off the sample by
/// what its system documents, times turned into milliseconds by another program.
@Suite struct SampleTests {
  struct Sample: CustomTestStringConvertible {
    var file: String
    var format: SourceFormat
    var lines: Int
    var identity = 0
    var rejected: [RejectReason: Int] = [:]
    /// Name, user and milliseconds of each event, in byte order.
    var events: [String]

    var testDescription: String { file }
  }

  static let samples = [
    Sample(
      file: "ga4_bigquery.ndjson", format: .firebase, lines: 6, rejected: [.missingUser: 3],
      events: [
        "add_payment_info 1000001.1000000001 1612096237169", "session_start 100000001.1644156613 1653679818347",
        "sign_up 00000000000000000000000000000a01 1673858401132",
      ]),
    Sample(
      file: "ga4_firebase_ab_synthetic.ndjson", format: .firebase, lines: 5,
      events: [
        "first_open p1 1710115200000", "first_open p2 1710115200500", "screen_view p1 1710115201000",
        "tutorial_complete u-1 1710115209000", "tutorial_complete u-1 1710115209000",
      ]),
    Sample(
      file: "mixpanel_export.ndjson", format: .mixpanel, lines: 8, rejected: [.missingUser: 2],
      events: [
        "$ae_first_open 00000000-0000-4000-8000-000000000003 1665986037000",
        "$ae_session user2@example.com 1665968375000",
        "Chapter_Click user1@example.com 1666026700000", "Login user1@example.com 1666026662000",
        "Search 17000000000000-00000000000000-00000000-00000-17000000000001 1648943376000",
        "Video_Open user2@example.com 1665968171000",
      ]),
    Sample(
      file: "mixpanel_identity_ab_synthetic.ndjson", format: .mixpanel, lines: 7, identity: 3,
      events: [
        "$experiment_started D1 1710115201000", "$experiment_started D2 1710115201000", "App Open D1 1710115200000",
        "Sign Up U1 1710115290123",
      ]),
    Sample(
      file: "amplitude_export.ndjson", format: .amplitude, lines: 4,
      events: [
        "Property Drop Purchased 00000000-0000-4000-8000-0000000000b2 1751387694837",
        "USER_OPENED_APP 00000000-0000-4000-8000-0000000000b4 1573569832137",
        "session_start user3@example.com 1752748588583", "view_page 00000000-0000-4000-8000-0000000000b1 1672599772749",
      ]),
    Sample(
      file: "amplitude_ab_merge_synthetic.ndjson", format: .amplitude, lines: 2,
      events: ["[Experiment] Exposure D1 1710115200000", "sign_up U1 1710115230500"]),
    Sample(file: "amplitude_merged_ids_synthetic.ndjson", format: .amplitude, lines: 1, identity: 1, events: []),
    Sample(
      file: "segment_s3.ndjson", format: .segment, lines: 4, identity: 2,
      events: ["Report Submitted 97980cfea0067 1449720511905", "Viewed Home Screen 97980cfea0067 1424730535111"]),
    Sample(
      file: "posthog_s3_synthetic.jsonl", format: .posthog, lines: 4, identity: 1,
      events: [
        "$feature_flag_called anonymous-123 1710115200000", "onboarding_step anonymous-123 1710115201250",
        "onboarding_step user-123 1710115203000",
      ]),
    Sample(
      file: "otlp_app_events_synthetic.jsonl", format: .otlp, lines: 2,
      events: ["onboarding.step D1 1710115205000", "onboarding.step U1 1710115200000"]),
    Sample(
      file: "pinpoint_firehose_concatenated.json", format: .pinpoint, lines: 3,
      events: [
        "_session.start m3n4o5p6-a1b2-c3d4-e5f6-g7h8i9j0k1l2 1487973202531",
        "_session.stop m3n4o5p6-a1b2-c3d4-e5f6-g7h8i9j0k1l2 1487973802507",
        "onboarding_step U1 1487973210000",
      ]),
    Sample(
      file: "gcp_logging.ndjson", format: .native, lines: 3, rejected: [.missingEvent: 1],
      events: ["onboarding_step U1 1710115200000", "onboarding_step U1 1710115205500"]),
    Sample(
      file: "log_wrappers_synthetic.ndjson", format: .native, lines: 7, rejected: [.invalidJSON: 1],
      events: [String](repeating: "onboarding_step U1 1710115200123", count: 6)),
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
      #expect(
        found.events.map { "\($0.event) \($0.user) \($0.time / 1_000)" }.sorted { ByteText($0) < ByteText($1) }
          == sample.events)
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
