/// How much the shares of days vary between neighbours, in binomial standard errors: 1 where chance alone moves them.
///
/// The mean absolute difference of neighbouring days' z over 1.128, z being a day's distance from the given share in
/// the standard errors of its own size.
///
/// - Parameters:
///   - days: in order of time; those of 0 of 0 are passed over.
///   - share: around which the days lie.
/// - Edge cases: nil for fewer than two days, and for a share that is not between 0 and 1.
/// - Source: D. B. Laney, Improved Control Charts for Attributes, Quality Engineering 14 (2002), 531-537.
public func laneySigma(_ days: [Proportion], around share: Double) -> Double? {
  let scores = days.compactMap { standardScore($0, around: share) }
  guard scores.count >= 2 else { return nil }
  let moves = zip(scores, scores.dropFirst()).reduce(0) { $0 + abs($1.0 - $1.1) }
  return moves / Double(scores.count - 1) / 1.128
}

/// How far a share is from an expected one in the standard errors of its own size.
func standardScore(_ day: Proportion, around share: Double) -> Double? {
  guard let own = day.share, 0 < share, share < 1 else { return nil }
  return (own - share) / (share * (1 - share) / Double(day.total)).squareRoot()
}
