import FunnelModel
import Testing

/// What counts as near, and that comparing has bounds.
@Suite struct SuggestionBoundTests {
  @Test(
    arguments: [
      ("ordr", "order"), ("ORDER", "order"), ("unti", "until"), ("wi", "window"), ("x", nil), ("", nil),
      ("orderorder", nil), ("c", "C"),
    ] as [(String, String?)])
  func theNearestOption(word: String, nearest: String?) {
    #expect(Suggestion.nearest(to: word, among: ["order", "until", "unit", "window", "C"]) == nearest)
  }

  @Test(arguments: [("a", "b"), ("a", "ab"), ("ab", "a"), ("ab", "cd"), ("s1", "t2")])
  func wordsThatShareNothingAreNotNear(word: String, candidate: String) {
    #expect(Suggestion.nearest(to: word, among: [candidate]) == nil)
  }

  @Test func aLongWordIsNearToNothing() {
    let word = String(repeating: "s", count: 64)
    #expect(Suggestion.nearest(to: word, among: [word + "t"]) == nil)
    #expect(Suggestion.nearest(to: word + "t", among: [word]) == nil)
    #expect(Suggestion.nearest(to: word.dropLast() + "t", among: [word]) == word)
  }

  @Test func ofMoreCandidatesThanAPersonReadsTheFirstAreLookedAt() {
    let others = Array(repeating: "zzzzzz", count: 2_047)
    #expect(Suggestion.nearest(to: "welcom", among: others + ["welcome"]) == "welcome")
    #expect(Suggestion.nearest(to: "welcom", among: others + ["zzzzzz", "welcome"]) == nil)
  }

  /// The cut of a hopeless comparison against comparing to the end.
  @Test func nearWordsAreThoseOfTheWholeDistance() {
    let letters = Array("ab")
    let words = (0..<64).map { number in String((0..<6).map { letters[number >> $0 & 1] }) }
    for word in words {
      for known in words {
        let isNear = Suggestion.distance(from: word, to: known) <= 2
        #expect((Suggestion.nearest(to: word, among: [known]) != nil) == isNear, "\(word) \(known)")
      }
    }
  }
}
