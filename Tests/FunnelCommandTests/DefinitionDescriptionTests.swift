import FunnelModel
import Testing

@testable import FunnelCommand

struct DefinitionDescriptionTests {
  private func lines(_ json: String) throws -> [String] {
    DefinitionDescription(of: try DefinitionFile(reading: Array(json.utf8))).lines
  }

  @Test func saysWhatADefinitionCounts() throws {
    let json = """
      {
        "id": "first-run", "onboardingVersion": 3,
        "match": {"dismissed": {"event": "tour_closed"}, "flow_completed": {"event": ["tutorial_complete", "signed_up"]}},
        "steps": [
          {"id": "welcome", "canSkip": false},
          {"id": "profile", "canSkip": true, "optional": true},
          {"id": "order", "match": {
            "started": {"event": "screen_view", "where": {"screen": ["Order", 5], "first": true, "none": null}},
            "completed": {"event": ["purchase", "order_placed"]}}}
        ],
        "variants": {"control": {"weight": 0.5}, "short": {"weight": 0.5, "steps": ["welcome", "order"]}},
        "control": "control",
        "source": {"fields": {"user": "ctx.uid", "time": ["at", "ctx.at"]}}
      }
      """
    let expected = """
      The flow 'first-run', version '3': 3 steps, 1 of them optional

      Steps, in this order:
        1. 'welcome', required
             started, completed and skipped by the native events with this step id
             the app does not let people skip it
        2. 'profile', optional
             started, completed and skipped by the native events with this step id
        3. 'order', required
             started by 'screen_view' where 'screen' is 'Order' or '5', 'first' is true and 'none' is something that no event can have
             completed by 'purchase' or 'order_placed'
             skipped by no event

      The flow's own signals:
        flow_started by 'onboarding_started'
        dismissed by 'tour_closed'
        flow_completed by 'tutorial_complete' or 'signed_up'

      Variants:
        'control': all steps, weight 0.5, the control
        'short': the steps 'welcome' and 'order', weight 0.5

      What is counted:
        Each user once, by the first attempt that converted, else by the one that passed most steps.
        An attempt begins where the flow is started or with an event of its variant's first step, or of one that only optional steps stand before.
        It converts once it has completed or skipped 'welcome' and 'order', of the steps of its variant.
        It has 7d from its entry.
        An event out of order is counted and changes nothing.
        A step is passed by its completion or skip; in a log that has hardly any, also by the start of the next.
        A session ends where a user is silent for longer than 30m.

      Fields of an event that are not where native events have them:
        user: 'ctx.uid'
        time: 'at' else 'ctx.at'
      """
    #expect(try lines(json).joined(separator: "\n") == expected)
  }

  @Test(arguments: [
    ("{}", "  It has 7d from its entry."),
    ("{\"window\": \"none\"}", "  It has as long as it likes."),
    (
      "{\"unit\": \"session\"}",
      "  Each session once, by the first attempt that converted, else by the one that passed most steps."
    ),
    ("{\"sessionGap\": \"90s\"}", "  A session ends where a user is silent for longer than 90s."),
    ("{\"order\": \"strict\"}", "  An event out of order ends the attempt."),
    ("{\"order\": \"any\"}", "  Steps are passed in any order."),
    (
      "{\"order\": \"any\"}", "  flow_completed by 'onboarding_completed'; without effect where steps come in any order"
    ),
    (
      "{\"order\": \"any\", \"entry\": \"first\"}",
      "  An attempt begins where the flow is started or with any event of a step."
    ),
    ("{\"order\": \"any\", \"advance\": \"next\"}", "  A step is passed by its completion or skip alone."),
    (
      "{\"entry\": \"any\"}",
      "  An attempt begins where the flow is started or with any event of a step, from that step on."
    ),
    ("{\"entry\": \"first\"}", "  An attempt begins where the flow is started or with an event of 'tip' or 'a'."),
    ("{\"advance\": \"next\"}", "  A step is passed by its completion or skip, or by the start of the next one."),
    ("{\"advance\": \"explicit\"}", "       note: no event completes or skips it, so no attempt passes it"),
    ("{\"order\": \"any\"}", "       note: no event completes or skips it, so no attempt passes it"),
  ])
  func saysEachRuleInWords(_ analysis: String, _ line: String) throws {
    let json = """
      {"id": "f", "steps": [{"id": "tip", "optional": true}, {"id": "a"},
       {"id": "seen", "match": {"started": {"event": "e"}}}], "analysis": \(analysis)}
      """
    #expect(try lines(json).contains(line))
  }

  @Test func pointsOutWhatCannotConvert() throws {
    let json = """
      {"id": "f", "steps": [{"id": "a", "optional": true}, {"id": "b", "optional": true}],
       "variants": {"v": {"steps": ["a"]}}}
      """
    let lines = try lines(json)
    #expect(lines.contains { $0.hasSuffix("or of one that only optional steps stand before.") })
    #expect(lines.contains("  note: no step is required, so no attempt converts."))
    #expect(lines.contains("  'v': the step 'a', note: none of them is required, so no attempt converts"))
  }
}
