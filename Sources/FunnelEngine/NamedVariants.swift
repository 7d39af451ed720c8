import FunnelModel

/// The variants that have a tally of their own however few their units are: the control and the definition's arms.
///
/// Without them a comparison would lose its control, and an arm of few units would look like one that nobody saw.
struct NamedVariants: Sendable {
  private let control: ControlRule
  private let arms: Set<Int>
  private let words: LogVocabulary

  init(plan: AnalysisPlan, definition: Definition, words: LogVocabulary) {
    control = ControlRule(named: plan.control ?? definition.control)
    arms = Set(definition.variants.compactMap { words.values[0].number(of: $0.name).map(Int.init) })
    self.words = words
  }

  /// Those of them that are among the variants that some unit belongs to, all by their numbers, `met` ascending.
  func numbers(among met: some Sequence<Int>, isMet: (Int) -> Bool) -> Set<Int> {
    let name = control.control(among: met.lazy.map { words.values[0].text(UInt32($0)) })
    let number = name.flatMap { words.values[0].number(of: $0) }
    return arms.union(number.map { [Int($0)] } ?? []).filter(isMet)
  }
}
