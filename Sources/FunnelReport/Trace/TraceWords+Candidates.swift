import FunnelEngine
import FunnelModel

/// The words about candidates: the first ones and the counted one event by event, all others too, those that are alike and stand
/// beside each other as one.
extension TraceWords {
  /// How many candidates are told event by event at most, beside the counted one.
  private static let shownCandidates = 20
  /// How many events of a walk are told at most at its beginning, and at its end.
  private static let toldEffects = 100
  /// How many events of a walk are told at most where it is told in a line.
  private static let lineEffects = 10

  /// Every candidate of an attempt.
  func candidates(_ attempt: UserTrace.Attempt) -> [ReportDocument.Block] {
    var shown = Array(attempt.candidates.indices.prefix(Self.shownCandidates))
    if !shown.contains(attempt.counted) { shown.append(attempt.counted) }
    var blocks: [ReportDocument.Block] = []
    for place in shown {
      blocks += [.subheading(heading(place, attempt)), .bullets(effects(place, attempt))]
    }
    let runs = runs(attempt)
    if runs.isEmpty { return blocks }
    let count = runs.reduce(0) { $0 + $1.count }
    return blocks + [
      .subheading("\(PlainNumber.count(count, "other candidate", "other candidates"))"),
      .bullets(runs.map { line($0, attempt) }),
    ]
  }

  private func heading(_ place: Int, _ attempt: UserTrace.Attempt) -> Prose {
    let isCounted = place == attempt.counted
    return "Candidate \(place + 1)\(isCounted ? " (counted)" : ""): " + passed(attempt.candidates[place])
  }

  private func passed(_ candidate: UserTrace.Candidate) -> Prose {
    "passed \(PlainNumber.count(candidate.passCount, "step", "steps"))\(candidate.isConverted ? ", converted" : "")"
  }

  private func effects(_ place: Int, _ attempt: UserTrace.Attempt) -> [Prose] {
    let told = attempt.effects(of: place)
    var lines = told.prefix(Self.toldEffects).map(line)
    let last = told.dropFirst(Self.toldEffects)
    if last.count > Self.toldEffects { lines.append("\(last.count - Self.toldEffects) events more") }
    lines += last.suffix(Self.toldEffects).map(line)
    if let late = attempt.candidates[place].tooLate {
      lines.append(self.place(late) + ": too late, and so is all that follows")
    }
    return lines
  }

  // MARK: - In a line

  /// The candidates that are not shown by themselves, those alike that stand beside each other together.
  private func runs(_ attempt: UserTrace.Attempt) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for place in attempt.candidates.indices.dropFirst(Self.shownCandidates) where place != attempt.counted {
      if let last = runs.last, last.upperBound == place, isAlike(place, last.lowerBound, attempt) {
        runs[runs.count - 1] = last.lowerBound..<place + 1
      } else {
        runs.append(place..<place + 1)
      }
    }
    return runs
  }

  /// Whether the same is to be said of two candidates, but for the events and when they were.
  private func isAlike(_ left: Int, _ right: Int, _ attempt: UserTrace.Attempt) -> Bool {
    let (one, other) = (attempt.candidates[left], attempt.candidates[right])
    return one.passCount == other.passCount && one.isConverted == other.isConverted
      && (one.tooLate == nil) == (other.tooLate == nil)
      && one.goesOn.map { $0.candidate - left } == other.goesOn.map { $0.candidate - right }
      && one.effects.map(\.parts) == other.effects.map(\.parts)
  }

  private func line(_ run: Range<Int>, _ attempt: UserTrace.Attempt) -> Prose {
    let (first, last) = (attempt.candidates[run.lowerBound], attempt.candidates[run.upperBound - 1])
    let isOne = run.count == 1
    let who: Prose =
      isOne
      ? "Candidate \(PlainNumber.count(first.number)), from " + place(first.entry)
      : "Candidates \(PlainNumber.count(first.number)) to \(PlainNumber.count(last.number)), from " + place(first.entry)
        + " to " + place(last.entry) + ", each"
    let own = first.effects.filter { !$0.parts.isEmpty }
    var did = own.prefix(Self.lineEffects).map { list($0.parts.map(words)) }
    if own.count > Self.lineEffects { did.append("\(own.count - Self.lineEffects) events more") }
    if let goesOn = first.goesOn {
      let later = goesOn.candidate - run.lowerBound
      did.append(
        later == 1
          ? "then as the next candidate"
          : isOne
            ? "then as candidate \(PlainNumber.count(goesOn.candidate + 1))" : "then as the candidate \(later) later")
    }
    if let late = first.tooLate {
      did.append(isOne ? "too late from " + place(late) + " on" : "until its time was over")
    }
    let deeds: Prose = did.isEmpty ? "" : "; " + Prose(runs: Array(did.map(\.runs).joined(separator: [.plain("; ")])))
    return who + ": " + passed(first) + deeds
  }
}
