/// Adjusts the p-values of several tests so that the chance of any false finding among them stays what it was for one.
///
/// Each is multiplied by the number of those that are no smaller, itself included, then raised to the largest adjusted
/// one before it in ascending order, at most 1.
///
/// - Parameter values: p-values; nil where a test has none: it stays nil and does not count.
/// - Edge cases: none for none; equal values stay equal.
/// - Source: S. Holm, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian Journal of Statistics 6
///   (1979).
public func holmAdjusted(_ values: [Double?]) -> [Double?] {
  let tested = values.indices.compactMap { index in values[index].map { (index, p: $0) } }.sorted { $0.p < $1.p }
  var adjusted = values
  var largest = 0.0
  for (place, (index, p)) in tested.enumerated() {
    largest = max(largest, min(1, p * Double(tested.count - place)))
    adjusted[index] = largest
  }
  return adjusted
}
