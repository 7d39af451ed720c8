extension LogShape {
  /// How records are told apart: by lines, unless the first is an array of objects, stands behind a record separator, goes
  /// over lines or has another behind it on its line, or of the sample's others at least as many do as stand alone.
  static func framing(_ sample: [UInt8]) -> Framing {
    var look = FramingLook(sample: sample)
    return look.framing()
  }
}

/// A look at a log's first bytes for how its records are told apart.
private struct FramingLook {
  let sample: [UInt8]
  private var position = 0
  private var splitter = BraceSplitter()
  /// How many lines hold one object, and how many objects go over lines or have another behind them.
  private var single = 0
  private var several = 0
  /// Whether the object at the position stands behind one on its line that seems to be cut off, and so may be a part of it.
  private var isBehindCut = false

  init(sample: [UInt8]) {
    self.sample = sample
  }

  private var isFirst: Bool { single + several == 0 }

  mutating func framing() -> LogShape.Framing {
    if sample.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    // Only a first record that is very long is followed further.
    while position < sample.count, isFirst || position < LogShape.sampleBytes {
      switch sample[position] {
      case Ascii.lineFeed:
        isBehindCut = false
        position += 1
      case Ascii.space, Ascii.tab, Ascii.carriageReturn: position += 1
      case BraceSplitter.recordSeparator where isFirst: return .braces
      case Ascii.openBracket where isFirst:
        if arrayHoldsObject() { return .braces }
        passLine()
      case Ascii.openBrace:
        if lookAtObject() { return .braces }
      default: passLine()
      }
    }
    return several > 0 && several >= single ? .braces : .lines
  }

  /// Looks at the object at the position; whether it shows at once that lines do not tell records apart.
  private mutating func lookAtObject() -> Bool {
    splitter.reset()
    while position < sample.count {
      switch splitter.step(sample[position]) {
      case .goesOn: position += 1
      case .ends:
        position += 1
        let isOverLines = splitter.passedBreaks > 0
        while position < sample.count, Ascii.isBlank(sample[position]) { position += 1 }
        let next = position < sample.count ? sample[position] : Ascii.lineFeed
        let hasNext = next == Ascii.openBrace || next == Ascii.comma && !isBehindCut && objectFollows(position + 1)
        if isOverLines || hasNext {
          if isFirst { return true }
          several += 1
        } else {
          single += 1
        }
        passLine()
        return false
      case .endsBefore:
        if sample[position] == BraceSplitter.recordSeparator, isFirst { return true }
        // Another begins here, if it was cut off.
        isBehindCut = true
        if sample[position] != Ascii.openBrace { passLine() }
        return false
      case .endsAtBreak: return false
      case .endsBeforeQuote(let opening):
        isBehindCut = true
        position -= opening + 1
        return false
      }
    }
    // A line that was cut off behind a colon goes on with the next object; a whole one goes on more than once.
    return isFirst && splitter.passedBreaks > 1
  }

  /// Whether an element of the array at the position is an object.
  private func arrayHoldsObject() -> Bool {
    var elements = BraceSplitter()
    var place = position + 1
    while place < sample.count {
      switch sample[place] {
      case Ascii.openBrace: return true
      case Ascii.closeBracket: return false
      case Ascii.openBracket, Ascii.quote:
        elements.reset()
        var step = BraceSplitter.Step.goesOn
        while place < sample.count, step == .goesOn {
          step = elements.step(sample[place])
          if step == .goesOn || step == .ends { place += 1 }
        }
      default: place += 1
      }
    }
    return false
  }

  /// Whether the next byte that is no blank and no line end opens an object, or there is none.
  private func objectFollows(_ start: Int) -> Bool {
    guard let byte = sample[start...].first(where: { !Ascii.isBlank($0) && $0 != Ascii.lineFeed }) else { return true }
    return byte == Ascii.openBrace
  }

  private mutating func passLine() {
    while position < sample.count, sample[position] != Ascii.lineFeed { position += 1 }
  }
}
