/// A log of four users that can be counted by hand, in which every option has something to act on.
enum SmallLog {
  /// Two users of variant A and two of B walk welcome, profile, done.
  static let text =
    [
      // a1, on ios: passes welcome, skips profile, completes done after a night.
      event("a1", "2026-03-01T08:00:00Z", "onboarding_step_started", "welcome", variant: "A", platform: "ios"),
      event("a1", "2026-03-01T08:00:10Z", "onboarding_step_completed", "welcome", variant: "A", platform: "ios"),
      event("a1", "2026-03-01T08:00:20Z", "onboarding_step_skipped", "profile", variant: "A", platform: "ios"),
      event("a1", "2026-03-02T08:00:00Z", "onboarding_step_completed", "done", variant: "A", platform: "ios"),
      // a2, on android: is first seen at profile, and later in variant B; one time has no zone.
      event("a2", "2026-03-01T09:00:00", "onboarding_step_started", "profile", variant: "A", platform: "android"),
      event("a2", "2026-03-01T09:20:00Z", "onboarding_step_completed", "profile", variant: "B", platform: "android"),
      // b1: passes done before profile.
      event("b1", "2026-03-01T10:00:00Z", "onboarding_step_started", "welcome", variant: "B", platform: "ios"),
      event("b1", "2026-03-01T10:00:05Z", "onboarding_step_completed", "welcome", variant: "B", platform: "ios"),
      event("b1", "2026-03-01T10:00:10Z", "onboarding_step_completed", "done", variant: "B", platform: "ios"),
      event("b1", "2026-03-01T10:00:15Z", "onboarding_step_completed", "profile", variant: "B", platform: "ios"),
      event("b1", "2026-03-01T10:00:20Z", "onboarding_step_completed", "done", variant: "B", platform: "ios"),
      // b2: comes back a day later and only looks.
      event("b2", "2026-03-01T11:00:00Z", "onboarding_step_started", "welcome", variant: "B", platform: "ios"),
      event("b2", "2026-03-02T11:00:00Z", "onboarding_step_started", "profile", variant: "B", platform: "ios"),
      "{\"event\": \"x\" \"secret\"}",
    ].joined(separator: "\n") + "\n"

  static let definition = """
    {"id": "flow", "steps": [{"id": "welcome"}, {"id": "profile"}, {"id": "done"}]}
    """

  private static func event(
    _ user: String, _ time: String, _ name: String, _ step: String, variant: String, platform: String
  ) -> String {
    """
    {"event":"\(name)","user_id":"\(user)","timestamp":"\(time)","step_id":"\(step)",\
    "variant":"\(variant)","platform":"\(platform)","session_id":"s-\(user)"}
    """
  }
}
