#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The probability of exactly so many successes in a number of trials.
///
/// - Edge cases: 0 outside of 0 to the number of trials; exact where success is certain or impossible.
/// - Error: about 1e-13 relatively, whatever the size; never overflows.
/// - Source: C. Loader, Fast and Accurate Computation of Binomial Probabilities (2000).
public func binomialProbability(_ successes: Int, of trials: Int, chance: Double) -> Double {
  guard 0 <= successes, successes <= trials else { return 0 }
  return binomialWeight(Double(successes), of: Double(trials), chance: chance, complement: 1 - chance)
}

/// The binomial's probability for counts that need not be whole, which is what the incomplete beta function begins with.
func binomialWeight(_ successes: Double, of trials: Double, chance: Double, complement: Double) -> Double {
  if chance <= 0 { return successes == 0 ? 1 : 0 }
  if complement <= 0 { return successes == trials ? 1 : 0 }
  let failures = trials - successes
  if trials == 0 { return 1 }
  if successes == 0 { return exp(logOfAllFailing(trials, chance: chance, complement: complement)) }
  if failures == 0 { return exp(logOfAllFailing(trials, chance: complement, complement: chance)) }
  let exponent =
    stirlingError(trials) - stirlingError(successes) - stirlingError(failures)
    - deviance(successes, expected: trials * chance) - deviance(failures, expected: trials * complement)
  return exp(exponent - halfLogOfTwoPi - 0.5 * (log(successes) + log1p(-successes / trials)))
}

private func logOfAllFailing(_ trials: Double, chance: Double, complement: Double) -> Double {
  chance < 0.1 ? trials * log1p(-chance) : trials * log(complement)
}
