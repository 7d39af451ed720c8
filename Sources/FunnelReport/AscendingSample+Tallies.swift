import FunnelEngine
import FunnelStatistics

extension AscendingSample {
  /// Lengths of time in microseconds, read by rank from where they lie.
  fileprivate init(_ times: Times) {
    self.init(count: times.count) { times[$0] }
  }
}

extension BreakdownTally {
  /// Microseconds from entry to conversion.
  var conversionSample: AscendingSample { AscendingSample(times) }
}

extension StepTally {
  /// Microseconds that passing the step took.
  var durationSample: AscendingSample { AscendingSample(durationTimes) }
  /// Microseconds from the entry to passing the step.
  var sinceEntrySample: AscendingSample { AscendingSample(sinceEntryTimes) }
}

extension SessionTally {
  /// Microseconds from a session's first event to its last.
  var lengthSample: AscendingSample { AscendingSample(lengthTimes) }
}

extension ClockTally {
  /// Microseconds as reported.
  var reportedSample: AscendingSample { AscendingSample(reportedTimes) }
  /// Microseconds as measured.
  var measuredSample: AscendingSample { AscendingSample(measuredTimes) }
}
