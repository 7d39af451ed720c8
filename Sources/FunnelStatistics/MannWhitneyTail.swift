/// The probability of a Mann-Whitney U of at most u where neither sample tends to be larger and no value occurs twice.
///
/// The number of ways to get each U is a coefficient of Gauss's binomial, the product over i = 1 ... m of
/// (1 - q^(n+i)) / (1 - q^i), m the smaller size. Counted up to u, one more factor 1 / (1 - q) sums the coefficients.
/// The numerators are multiplied out: 2^m signed shifts of one series 1 / ((1 - q)(1 - q) ... (1 - q^m)). With L, the
/// least common multiple of 1 ... m, that series is a short polynomial over (1 - q^L)^(m+1), so that any of its
/// coefficients is a sum of m + 1 terms or fewer: no table as long as u is needed.
///
/// - Parameters:
///   - u: below 0 has probability 0, above n m probability 1.
///   - first: a sample's size, at least 1; the smaller of the two is 8 at most.
///   - second: the other's.
/// - Error: about 1e-12 relatively.
/// - Cost: some ten thousand steps, whatever the sizes; the first call of a run makes the series, some millions.
/// - Source: Mann and Whitney (1947) for the recurrence; G. E. Andrews, The Theory of Partitions (1976), 3.2, for the
///   product.
func mannWhitneyTail(_ u: Int, _ first: Int, _ second: Int) -> Double {
  let smaller = min(first, second)
  let larger = max(first, second)
  precondition(1 <= smaller && smaller <= 8, "longer products would lose their precision")
  if u < 0 { return 0 }
  if u >= smaller * larger { return 1 }
  // Of the two tails that are each other's complement the shorter one: its terms cancel less.
  let opposite = smaller * larger - 1 - u
  if opposite < u { return 1 - mannWhitneyTail(opposite, first, second) }

  let series = PartitionSeries.all[smaller - 1]
  var ways = 0.0
  for subset in 0..<(1 << smaller) {
    let factors = (0..<smaller).filter { subset >> $0 & 1 == 1 }
    let shift = factors.reduce(0) { $0 + larger + $1 + 1 }
    let term = series.coefficient(u - shift)
    ways += factors.count.isMultiple(of: 2) ? term : -term
  }
  let all = (1...smaller).reduce(1.0) { $0 * Double(larger + $1) / Double($1) }
  return ways / all
}

/// The power series 1 / ((1 - q)(1 - q)(1 - q^2)…(1 - q^m)).
private struct PartitionSeries {
  /// Those of up to 8 parts.
  static let all = (1...8).map(PartitionSeries.init)

  let parts: Int
  /// The least common multiple of all parts.
  let period: Int
  /// The series times (1 - q^period)^(m+1).
  let numerator: [Double]

  init(parts: Int) {
    self.parts = parts
    let period = (1...parts).reduce(1) { multiple, part in
      var least = multiple
      while !least.isMultiple(of: part) { least += multiple }
      return least
    }
    self.period = period
    // (1 - q^period) / (1 - q^part) is a run of ones, `part` apart. All terms are positive, so no precision is lost.
    var product = [1.0]
    for part in [1] + Array(1...parts) {
      var wider = [Double](repeating: 0, count: product.count + period - part)
      for (power, value) in product.enumerated() {
        for shift in stride(from: 0, to: period, by: part) { wider[power + shift] += value }
      }
      product = wider
    }
    numerator = product
  }

  func coefficient(_ power: Int) -> Double {
    guard power >= 0 else { return 0 }
    var sum = 0.0
    for index in stride(from: power % period, to: min(power + 1, numerator.count), by: period) {
      // Of 1 / (1 - x)^(m+1) the coefficient at k: k + m over m.
      let wraps = Double((power - index) / period)
      sum += numerator[index] * (1...parts).reduce(1.0) { $0 * (wraps + Double($1)) / Double($1) }
    }
    return sum
  }
}
