import FunnelModel

/// How logs are cut into pieces of work; none of it shows in what is read.
struct ReadingLimits {
  /// Bytes that are read at once; a longer line makes its buffer grow.
  var bufferBytes = 128 << 10
  /// Bytes of a file that a worker takes at once.
  var spanBytes = 8 << 20
  /// How many special bytes are listed at once.
  var listCapacity = 4 << 10
  /// How special bytes are looked for.
  var way = SpecialBytes.Way.wide

  /// Bytes that are read at once of a line that is passed over.
  static let passingBytes = 128 << 10
  /// A buffer that has grown to more than this is not kept.
  static let keptBytes = 2 << 20

  /// The longest line: places in a buffer are 32 bits wide, so a gibibyte is the most.
  func maxLineBytes(of plan: ReadingPlan) -> Int {
    min(max(0, plan.maxLineBytes), 1 << 30)
  }
}
