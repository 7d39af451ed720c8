import FunnelModel
import Testing

@Suite struct ControlRuleTests {
  @Test(
    arguments: [
      ([], nil), (["(none)"], nil), (["B", "A"], "B"), (["(none)", "A", "B"], "A"),
      (["A", "CONTROL", "control"], "CONTROL"),
      (["(all)", "(other)", "A"], "A"), (["A", "controls"], "A"), (["A", "contro\u{4C}"], "contro\u{4C}"),
      (["A", "c\u{0F}ntrol"], "A"),
    ] as [([ByteText], ByteText?)])
  func isTheVariantNamedControlElseTheFirst(_ names: [ByteText], _ control: ByteText?) {
    #expect(ControlRule(named: nil).control(among: names) == control)
  }

  @Test func isTheNameThatWasGivenWhetherOrNotItIsThere() {
    #expect(ControlRule(named: "B").control(among: ["A", "B", "control"]) == "B")
    #expect(ControlRule(named: "nobody").control(among: ["A"]) == "nobody")
  }
}
