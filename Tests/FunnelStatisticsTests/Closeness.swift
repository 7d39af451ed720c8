/// Whether two numbers agree within an absolute difference; a number that does not exist agrees with none.
func isClose(_ value: Double?, _ expected: Double, within tolerance: Double) -> Bool {
  guard let value else { return false }
  return value == expected || abs(value - expected) <= tolerance
}

/// Whether two numbers agree within a share of the expected one.
func isRelativelyClose(_ value: Double?, _ expected: Double, within tolerance: Double) -> Bool {
  isClose(value, expected, within: abs(expected) * tolerance)
}
