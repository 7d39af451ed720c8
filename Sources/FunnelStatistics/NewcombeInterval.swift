/// The 95 % interval of the difference of two shares, the first less the second.
///
/// - Edge cases: nil where a total is 0. It stays within -1 to 1 and is never of no width.
/// - Source: R. G. Newcombe, Interval Estimation for the Difference between Independent Proportions: Comparison of
///   Eleven Methods, Statistics in Medicine 17 (1998), 873-890, method 10: a hybrid of two of Wilson's intervals.
public func newcombeInterval(of first: Proportion, against second: Proportion) -> Interval? {
  guard let firstShare = first.share, let secondShare = second.share,
    let firstBounds = first.wilsonInterval,
    let secondBounds = second.wilsonInterval
  else { return nil }
  let difference = firstShare - secondShare
  return Interval(
    low: difference - hypotenuse(firstShare - firstBounds.low, secondBounds.high - secondShare),
    high: difference + hypotenuse(firstBounds.high - firstShare, secondShare - secondBounds.low))
}

private func hypotenuse(_ a: Double, _ b: Double) -> Double {
  (a * a + b * b).squareRoot()
}
