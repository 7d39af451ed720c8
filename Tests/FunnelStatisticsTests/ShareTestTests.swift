import FunnelStatistics
import Testing

@Suite struct ShareTestTests {
  @Test func pooledTestsPublishedValue() throws {
    let test = try #require(PooledTest(of: Proportion(5, of: 83), against: Proportion(12, of: 99)))
    #expect(isClose(test.z, -1.407830, within: 5e-7))
    #expect(isClose(test.p, 0.159181, within: 5e-7))
  }

  @Test(arguments: [
    (Proportion(0, of: 0), Proportion(3, of: 9)), (Proportion(3, of: 9), Proportion(0, of: 0)),
    (Proportion(0, of: 40), Proportion(0, of: 50)), (Proportion(40, of: 40), Proportion(50, of: 50)),
  ])
  func pooledTestNeedsAStandardError(first: Proportion, second: Proportion) {
    #expect(PooledTest(of: first, against: second) == nil)
  }

  @Test(
    arguments: [
      (Proportion(3, of: 4), Proportion(1, of: 4), 0.485714285714286),
      // Fisher's tea, all four told: 2/70.
      (Proportion(4, of: 4), Proportion(0, of: 4), 0.0285714285714286),
      // Fisher's twins: 10 of 13 against 2 of 17 convicted, two-sided.
      (Proportion(10, of: 13), Proportion(2, of: 17), 0.000536724119143435),
      (Proportion(0, of: 10), Proportion(0, of: 20), 1),
      (Proportion(10, of: 10), Proportion(20, of: 20), 1),
      (Proportion(0, of: 0), Proportion(7, of: 20), 1),
      (Proportion(0, of: 0), Proportion(0, of: 0), 1),
      // Mirrored tables are as likely as each other: 0 of 3 counts 3 of 3 in.
      (Proportion(0, of: 3), Proportion(3, of: 3), 0.1),
    ] as [(Proportion, Proportion, Double)])
  func fishersExactP(first: Proportion, second: Proportion, p: Double) {
    #expect(isRelativelyClose(fisherExactP(of: first, against: second), p, within: 1e-12))
    #expect(isRelativelyClose(fisherExactP(of: second, against: first), p, within: 1e-12))
  }

  /// The sum over all tables as the definition says it, from whole-number weights.
  private func plainFisher(_ first: Proportion, _ second: Proportion) -> Double {
    func choose(_ n: Int, _ k: Int) -> Double {
      k < 0 || k > n ? 0 : (0..<k).reduce(1.0) { $0 * Double(n - $1) / Double($1 + 1) }
    }
    let marked = first.count + second.count
    let weights = (0...marked).map { choose(first.total, $0) * choose(second.total, marked - $0) }
    let limit = weights[first.count] * (1 + 1e-7)
    return weights.filter { $0 <= limit }.reduce(0, +) / weights.reduce(0, +)
  }

  @Test func fisherSumsAllTablesNoMoreLikely() {
    for firstTotal in 1...9 {
      for secondTotal in 1...7 {
        for firstCount in 0...firstTotal {
          for secondCount in 0...secondTotal {
            let (first, second) = (Proportion(firstCount, of: firstTotal), Proportion(secondCount, of: secondTotal))
            let p = fisherExactP(of: first, against: second)
            #expect(isRelativelyClose(p, plainFisher(first, second), within: 1e-12), "\(first) \(second)")
          }
        }
      }
    }
  }

  @Test func fisherOfHundredsOfThousandsAgreesWithTheNormal() throws {
    let (first, second) = (Proportion(100_000, of: 400_000), Proportion(75_500, of: 300_000))
    let exact = fisherExactP(of: first, against: second)
    let normal = try #require(PooledTest(of: first, against: second)).p
    #expect(isRelativelyClose(exact, normal, within: 0.01))
  }

  @Test(
    arguments: [
      (Proportion(5, of: 50), Proportion(5, of: 50), ShareTest.Method.pooled),
      (Proportion(4, of: 50), Proportion(5, of: 50), .fisher),
      (Proportion(45, of: 50), Proportion(45, of: 50), .pooled),
      (Proportion(46, of: 50), Proportion(45, of: 50), .fisher),
      // Expected is what counts, not observed: 0 of 10 and 10 of 10 expect 5 each.
      (Proportion(0, of: 10), Proportion(10, of: 10), .pooled),
      (Proportion(0, of: 9), Proportion(10, of: 10), .fisher),
      (Proportion(0, of: 1000), Proportion(0, of: 1000), .fisher),
    ] as [(Proportion, Proportion, ShareTest.Method)])
  func fiveExpectedInEachCellDecideTheTest(first: Proportion, second: Proportion, method: ShareTest.Method) throws {
    let test = try #require(ShareTest(of: first, against: second))
    #expect(test.method == method)
    let p = method == .pooled ? PooledTest(of: first, against: second)?.p : fisherExactP(of: first, against: second)
    #expect(test.p == p)
  }

  @Test func noTestWithoutUnits() {
    #expect(ShareTest(of: Proportion(0, of: 0), against: Proportion(3, of: 30)) == nil)
    #expect(ShareTest(of: Proportion(3, of: 30), against: Proportion(0, of: 0)) == nil)
  }
}
