/// The rules that can speak, in the order in which anomalies of one place stand.
enum AnomalyCode: String, CaseIterable, Sendable {
  case sampleRatio = "sample_ratio"
  case worseThanControl = "worse_than_control"
  case conversionShift = "conversion_shift"
  case volumeShift = "volume_shift"
  case skipShift = "skip_shift"
  case lossShift = "loss_shift"
  case timeShift = "time_shift"
  case highSkip = "high_skip"
  case highLoss = "high_loss"
  case unskippableSkipped = "unskippable_skipped"
  case stepAbsent = "step_absent"
  case unknownStep = "unknown_step"
  case lossySteps = "lossy_steps"
  case mixedVariants = "mixed_variants"
  case badLines = "bad_lines"
  case clock
  case skipOutlier = "skip_outlier"
  case lossOutlier = "loss_outlier"
  case slowTail = "slow_tail"
  case unread

  /// How much it matters.
  var severity: Severity {
    switch self {
    case .sampleRatio, .worseThanControl, .conversionShift, .volumeShift, .skipShift, .lossShift, .timeShift:
      .critical
    case .highSkip, .highLoss, .unskippableSkipped, .stepAbsent, .unknownStep, .lossySteps, .mixedVariants,
      .badLines, .clock:
      .warning
    case .skipOutlier, .lossOutlier, .slowTail, .unread: .info
    }
  }
}
