import Foundation
import Testing

@testable import FunnelStatistics

@Suite struct DistributionTests {
  @Test(
    arguments: [
      (0.5, 0.572364942924700), (1, 0), (2, 0), (3, 0.693147180559945), (10, 12.8018274800815),
      (0.1, 2.25271265173421), (100, 359.134205369575), (1e6, 12_815_504.5691476),
      (1e-300, 690.775527898214),
    ] as [(Double, Double)])
  func logGammasTable(x: Double, expected: Double) {
    #expect(isClose(logGamma(x), expected, within: 2e-14 + 2e-15 * expected))
  }

  @Test func logGammaOutsideOfItsRange() {
    #expect(logGamma(0) == .infinity)
    #expect(logGamma(.infinity) == .infinity)
    #expect(logGamma(-1.5).isNaN)
    #expect(logGamma(.nan).isNaN)
  }

  @Test func logGammaFollowsItsRecurrence() {
    for step in 1...400 {
      let x = Double(step) / 10
      #expect(isClose(logGamma(x + 1) - logGamma(x), log(x), within: 3e-13), "x \(x)")
    }
  }

  @Test(
    arguments: [
      // Student's table, two-sided 5 % and 1 %.
      (1, 12.7062047364, 0.05), (2, 4.30265272991, 0.05), (5, 2.57058183564, 0.05), (6, 2.44691185114, 0.05),
      (27, 2.05183051648, 0.05), (10, 3.16927267261, 0.01), (27, 2.77068295712, 0.01),
    ] as [(Double, Double, Double)])
  func studentsTable(degreesOfFreedom: Double, t: Double, p: Double) {
    let student = StudentDistribution(degreesOfFreedom: degreesOfFreedom)
    #expect(isRelativelyClose(student.twoSidedP(t), p, within: 1e-10))
    #expect(isRelativelyClose(student.twoSidedP(-t), p, within: 1e-10))
    #expect(isRelativelyClose(student.cumulative(-t), p / 2, within: 1e-10))
    #expect(isRelativelyClose(student.cumulative(t), 1 - p / 2, within: 1e-10))
    #expect(isRelativelyClose(student.twoSidedQuantile(p), t, within: 1e-10))
  }

  /// With 1, 2 and 4 degrees of freedom the distribution has a closed form.
  @Test func studentsClosedForms() {
    for step in 0...400 {
      let t = Double(step) / 20
      let two = StudentDistribution(degreesOfFreedom: 2)
      let four = StudentDistribution(degreesOfFreedom: 4)
      let root = (2 + t * t).squareRoot()
      // 1 - t / root, without the subtraction.
      #expect(isRelativelyClose(two.twoSidedP(t), 2 / (root * (root + t)), within: 1e-12), "t \(t)")
      let s = t / (4 + t * t).squareRoot()
      #expect(isClose(four.twoSidedP(t), 1 - s * (3 - s * s) / 2, within: 1e-14), "t \(t)")
    }
  }

  @Test func studentAtItsEnds() {
    let student = StudentDistribution(degreesOfFreedom: 6)
    #expect(student.twoSidedP(0) == 1)
    #expect(student.twoSidedP(.infinity) == 0)
    #expect(student.cumulative(0) == 0.5)
    #expect(student.cumulative(-.infinity) == 0)
    #expect(student.cumulative(.infinity) == 1)
    #expect(student.twoSidedQuantile(1) == 0)
    #expect(student.twoSidedQuantile(0) == .infinity)
    #expect(student.twoSidedP(.nan).isNaN)
    #expect(StudentDistribution(degreesOfFreedom: 0).twoSidedP(1).isNaN)
  }

  /// I_x(a, b) of whole a and b is the chance of a successes or more in a + b - 1 trials.
  @Test func incompleteBetaIsABinomialTail() {
    for a in [1, 2, 7, 30] {
      for b in [1, 3, 18] {
        for x in [0.01, 0.2, 0.5, 0.83, 0.999] {
          let tail = (a...(a + b - 1)).reduce(0.0) { $0 + binomialProbability($1, of: a + b - 1, chance: x) }
          let beta = regularizedIncompleteBeta(x, complement: 1 - x, a: Double(a), b: Double(b))
          #expect(isRelativelyClose(beta, tail, within: 1e-12), "\(x) \(a) \(b)")
        }
      }
    }
  }

  @Test func incompleteBetaOutsideOfItsRange() {
    #expect(regularizedIncompleteBeta(0, complement: 1, a: 2, b: 3) == 0)
    #expect(regularizedIncompleteBeta(1, complement: 0, a: 2, b: 3) == 1)
    #expect(regularizedIncompleteBeta(-0.1, complement: 1.1, a: 2, b: 3).isNaN)
    #expect(regularizedIncompleteBeta(0.5, complement: 0.5, a: 0, b: 3).isNaN)
  }

  /// Q(a, x) of whole a is the chance of fewer than a events where x are expected.
  @Test func incompleteGammaIsAPoissonSum() {
    for a in [1, 2, 5, 24] {
      for x in [0.001, 0.5, 3, 10, 60] {
        var term = 1.0
        var sum = 1.0
        for index in 1..<max(a, 1) {
          term *= x / Double(index)
          sum += term
        }
        let expected = sum * exp(-x)
        let gamma = regularizedUpperIncompleteGamma(Double(a), x)
        #expect(isRelativelyClose(gamma, expected, within: 1e-12), "\(a) \(x)")
      }
    }
  }

  @Test func incompleteGammaOutsideOfItsRange() {
    #expect(regularizedUpperIncompleteGamma(2, 0) == 1)
    #expect(regularizedUpperIncompleteGamma(2, .infinity) == 0)
    #expect(regularizedUpperIncompleteGamma(0, 1).isNaN)
    #expect(regularizedUpperIncompleteGamma(1, -1).isNaN)
  }

  @Test(
    arguments: [
      (0, 0.5), (1, 0.158655253931457), (1.959963984540054, 0.025), (3, 0.00134989803163009),
      (10, 7.61985302416053e-24), (-1, 0.841344746068543),
    ] as [(Double, Double)])
  func normalsTable(z: Double, above: Double) {
    #expect(isRelativelyClose(NormalDistribution.survival(z), above, within: 1e-13))
    #expect(isRelativelyClose(NormalDistribution.cumulative(-z), above, within: 1e-13))
    #expect(isRelativelyClose(NormalDistribution.twoSidedP(z), 2 * min(above, 1 - above), within: 1e-13))
  }

  @Test func binomialProbabilitiesSumToOne() {
    for (trials, chance) in [(1, 0.3), (17, 0.01), (200, 0.5), (5000, 0.97)] {
      let sum = (0...trials).reduce(0.0) { $0 + binomialProbability($1, of: trials, chance: chance) }
      #expect(isClose(sum, 1, within: 1e-12))
    }
  }

  @Test(
    arguments: [
      (0, 0, 0.3, 1), (0, 5, 0, 1), (1, 5, 0, 0), (5, 5, 1, 1), (4, 5, 1, 0), (-1, 5, 0.5, 0), (6, 5, 0.5, 0),
      (0, 3, 0.5, 0.125), (3, 3, 0.5, 0.125), (1, 3, 0.5, 0.375),
    ] as [(Int, Int, Double, Double)])
  func binomialAtItsEnds(successes: Int, trials: Int, chance: Double, expected: Double) {
    #expect(isClose(binomialProbability(successes, of: trials, chance: chance), expected, within: 1e-15))
  }
}
