import FunnelModel

/// The rules of walks for each variant: the whole flow's, or those of the steps that a variant has for itself.
struct FlowBook: Sendable {
  /// All rules, the whole flow's first.
  private(set) var rules: [WalkRules]
  private var indexOfVariant: [UInt32: Int] = [:]

  /// The rules of a definition; `place` gives the definition's place of the step that a signal of the log is about.
  init(
    _ definition: Definition, words: LogVocabulary, rules: AnalysisRules, advance: AdvanceRule,
    place: (Int) -> Int? = { $0 }
  ) {
    func walkRules(_ steps: [Int]) -> WalkRules {
      let flow = Flow(definition, steps: steps, sets: words.sets, place: place)
      return WalkRules(flow: flow, rules: rules, advance: advance)
    }
    var all = [walkRules(Array(definition.steps.indices))]
    for variant in definition.variants {
      guard let steps = variant.steps, let number = words.values[0].number(of: variant.name) else { continue }
      indexOfVariant[number] = all.count
      all.append(walkRules(steps))
    }
    self.rules = all
  }

  /// The same rules for a thread of its own.
  var separate: FlowBook {
    var book = self
    book.rules = rules.map { WalkRules(separateFrom: $0) }
    return book
  }

  /// The index of the rules for a variant by its number.
  @inline(__always)
  func index(ofVariant number: UInt32) -> Int {
    indexOfVariant.isEmpty ? 0 : indexOfVariant[number] ?? 0
  }
}
