#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The interval of the difference of two shares, the first less the second, that holds on every night at once.
///
/// However often one looks and whenever one stops, all the intervals hold the difference with 95 % together (as the
/// sample grows: the guarantee is asymptotic). It is tightest near 5,000 units of both.
///
/// - Edge cases: nil where a total is 0. Of no width where each share is 0 or 1, since the standard error is none then;
///   not cut to -1 and 1.
/// - Source: I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, Time-Uniform Central Limit Theory and
///   Asymptotic Confidence Sequences (2021), arXiv 2103.06476; the standard error is the unpooled one.
public func anytimeInterval(of first: Proportion, against second: Proportion) -> Interval? {
  guard let firstShare = first.share, let secondShare = second.share else { return nil }
  let error =
    (firstShare * (1 - firstShare) / Double(first.total) + secondShare * (1 - secondShare) / Double(second.total))
    .squareRoot()
  let n = Double(first.total) + Double(second.total)
  let level = 0.05
  let spread = (-2 * log(level) + log(-2 * log(level) + 1)) / 5000
  let scaled = n * spread + 1
  let radius = error * n.squareRoot() * (2 * scaled / (n * n * spread) * log(scaled.squareRoot() / level)).squareRoot()
  let difference = firstShare - secondShare
  return Interval(low: difference - radius, high: difference + radius)
}
