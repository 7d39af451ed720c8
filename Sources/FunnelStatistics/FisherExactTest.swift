/// The two-sided p of Fisher's exact test of two shares being equal.
///
/// The sum of the probabilities of all tables with these totals that are no more likely than the observed one, where
/// those within a relative 1e-7 of it count as equally likely.
///
/// - Edge cases: 1 where only one table is possible, so also where a total is 0.
/// - Ties: the tolerance keeps mirrored tables, whose probabilities differ by rounding alone, together.
/// - Error: about 1e-12 relatively.
/// - Cost: the terms of the two tails that matter, some tens of standard deviations at most: quick for totals of
///   hundreds of thousands.
/// - Source: R. A. Fisher, Statistical Methods for Research Workers (1934), 21.02; the hypergeometric probability from
///   three binomial ones as in Loader (2000).
public func fisherExactP(of first: Proportion, against second: Proportion) -> Double {
  let tables = Hypergeometric(
    draws: first.total, marked: first.count + second.count, population: first.total + second.total)
  let observed = tables.probability(first.count)
  let limit = observed * (1 + 1e-7)
  guard tables.probability(tables.mode) > limit else { return 1 }

  let isBelow = first.count < tables.mode
  let below = isBelow ? first.count : tables.lastBelowMode(noMoreLikelyThan: limit)
  let above = isBelow ? tables.firstAboveMode(noMoreLikelyThan: limit) : first.count
  return min(1, tables.sumDownward(from: below) + tables.sumUpward(from: above))
}

/// How many marked items are among some that are drawn without putting back; one peak, falling away on both sides.
private struct Hypergeometric {
  let draws: Int
  let marked: Int
  let population: Int

  var least: Int { max(0, draws + marked - population) }
  var most: Int { min(draws, marked) }

  /// The likeliest count; of two the upper.
  var mode: Int {
    let estimate = Double(draws + 1) * (Double(marked + 1) / Double(population + 2))
    return min(max(Int(estimate), least), most)
  }

  func probability(_ count: Int) -> Double {
    guard least <= count, count <= most else { return 0 }
    guard population > 0 else { return 1 }
    let chance = Double(draws) / Double(population)
    let complement = Double(population - draws) / Double(population)
    func weight(_ successes: Int, _ trials: Int) -> Double {
      binomialWeight(Double(successes), of: Double(trials), chance: chance, complement: complement)
    }
    return weight(count, marked) * (weight(draws - count, population - marked) / weight(draws, population))
  }

  /// The largest count below the mode whose probability is at most the limit; one below the least if there is none.
  func lastBelowMode(noMoreLikelyThan limit: Double) -> Int {
    var low = least - 1
    var high = mode
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if probability(middle) <= limit { low = middle } else { high = middle }
    }
    return low
  }

  /// The smallest count above the mode whose probability is at most the limit; one above the most if there is none.
  func firstAboveMode(noMoreLikelyThan limit: Double) -> Int {
    var low = mode
    var high = most + 1
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if probability(middle) <= limit { high = middle } else { low = middle }
    }
    return high
  }

  func sumDownward(from start: Int) -> Double {
    var term = probability(start)
    var sum = 0.0
    var count = start
    while term > sum * 1e-18 {
      sum += term
      term *= Double(count) / Double(marked - count + 1)
      term *= Double(population - marked - draws + count) / Double(draws - count + 1)
      count -= 1
    }
    return sum
  }

  func sumUpward(from start: Int) -> Double {
    var term = probability(start)
    var sum = 0.0
    var count = start
    while term > sum * 1e-18 {
      sum += term
      term *= Double(marked - count) / Double(count + 1)
      term *= Double(draws - count) / Double(population - marked - draws + count + 1)
      count += 1
    }
    return sum
  }
}
