@testable import FunnelStatistics

extension ReferenceGrid.Row {
  private var first: [Double] { inputs[0] }
  private var parts: (Proportion, Proportion) {
    (Proportion(Int(first[0]), of: Int(first[1])), Proportion(Int(first[2]), of: Int(first[3])))
  }
  private var days: [Proportion] {
    zip(inputs[0], inputs[1]).map { Proportion(Int($0), of: Int($1)) }
  }

  /// What this program gets from the row's inputs, in the order of what is expected; nil where there is no result.
  func computed() throws -> [Double]? {
    switch function {
    case "wilson": Proportion(Int(first[0]), of: Int(first[1])).wilsonInterval.map { [$0.low, $0.high] }
    case "newcombe": newcombeInterval(of: parts.0, against: parts.1).map { [$0.low, $0.high] }
    case "anytime": anytimeInterval(of: parts.0, against: parts.1).map { [$0.low, $0.high] }
    case "pooled": PooledTest(of: parts.0, against: parts.1).map { [$0.z, $0.p] }
    case "fisher": [fisherExactP(of: parts.0, against: parts.1)]
    case "chi_square": ChiSquareTest(observed: first.map { Int($0) }, weights: inputs[1]).map { [$0.statistic, $0.p] }
    case "mann_whitney_exact": mannWhitney(.exact)
    case "mann_whitney_normal": mannWhitney(.normal)
    case "holm": holmAdjusted(first).compactMap { $0 }
    case "median_ranks":
      MedianRanks(sampleSize: Int(first[0])).map { [Double($0.low), Double($0.high), $0.coverage] }
    case "quantile":
      [Quantile.median, .p90].compactMap { $0.value(ofAscending: first.map { Int64($0) }) }
    case "laney": laneySigma(days, around: inputs[2][0]).map { [$0] }
    case "share_shift":
      ShareShift(newest: days[days.count - 1], before: days.dropLast())
        .map { [$0.t, $0.p, $0.expected.low, $0.expected.high] }
    case "duration_shift": logShift(.duration)
    case "volume_shift": logShift(.volume)
    case "normal":
      [
        NormalDistribution.cumulative(first[0]), NormalDistribution.survival(first[0]),
        NormalDistribution.twoSidedP(first[0]),
      ]
    case "student":
      [
        StudentDistribution(degreesOfFreedom: first[0]).twoSidedP(first[1]),
        StudentDistribution(degreesOfFreedom: first[0]).cumulative(first[1]),
      ]
    case "student_quantile": [StudentDistribution(degreesOfFreedom: first[0]).twoSidedQuantile(first[1])]
    case "incomplete_beta":
      [regularizedIncompleteBeta(first[0], complement: 1 - first[0], a: first[1], b: first[2])]
    case "incomplete_gamma": [regularizedUpperIncompleteGamma(first[0], first[1])]
    case "log_gamma": [logGamma(first[0])]
    case "binomial": [binomialProbability(Int(first[0]), of: Int(first[1]), chance: first[2])]
    default: throw ReferenceGrid.Failure.unknownFunction(function)
    }
  }

  private func mannWhitney(_ method: MannWhitneyTest.Method) -> [Double]? {
    let samples = inputs.map { $0.map { Int64($0) } }
    return MannWhitneyTest(ofSorted: samples[0], against: samples[1])
      .flatMap { $0.method == method ? [$0.u, $0.p] : nil }
  }

  private func logShift(_ quantity: LogShift.Quantity) -> [Double]? {
    LogShift(newest: first[first.count - 1], before: first.dropLast(), of: quantity)
      .map { [$0.t, $0.p, $0.expected.low, $0.expected.high] }
  }
}
