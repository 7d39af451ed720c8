/// How a scan goes along the lists of special bytes and of high blocks.
///
/// Sound because the lists are closed by the region's last byte, which is a line end and stops every loop.
extension LineScanner {
  /// Lists special bytes from a place on.
  mutating func listStretch(from start: Int) {
    let passedHigh = special.list(text, from: start, to: lastByte + 1, closing: lastByte)
    cursor = 0
    highCursor = 0
    firstHigh = min(firstHigh, passedHigh, special.highCount > 0 ? Int(special.highBlocks[0]) : .max)
  }

  /// Makes sure that the cursor stands at a special byte, where the list may be used up.
  @inline(never)
  mutating func stepToListed(_ position: Int) {
    if Int(special.positions[cursor]) != position { listStretch(from: special.stop) }
  }

  /// Whether the cursor stands where the list is used up and more follows.
  var isListUsedUp: Bool {
    Int(special.positions[cursor]) == lastByte && special.stop <= lastByte
  }

  /// Goes on with the next stretch.
  mutating func listNextStretch() {
    listStretch(from: special.stop)
  }

  /// The first byte from a position on that is no blank; of the blanks, tabs and CRs are listed.
  @inline(never)
  mutating func skipBlanks(_ start: Int) -> Int {
    var position = start
    while true {
      switch text[position] {
      case Ascii.space: break
      case Ascii.tab, Ascii.carriageReturn:
        stepToListed(position)
        cursor += 1
      default: return position
      }
      position += 1
    }
  }

  /// Leaves a line by its line end.
  @inline(__always)
  mutating func endLine(_ lineEnd: Int) {
    if Int(special.positions[cursor]) != lineEnd { stepToListed(lineEnd) }
    cursor &+= 1
    nextLine = lineEnd &+ 1
  }

  /// Leaves a line that was not scanned to its end.
  mutating func leaveLine(_ lineEnd: Int) {
    passHighBlocks(through: lineEnd)
    nextLine = lineEnd + 1
    if lineEnd == lastByte { return }
    if special.stop <= lineEnd { return listStretch(from: lineEnd + 1) }
    while Int(special.positions[cursor]) <= lineEnd { cursor += 1 }
  }

  /// Puts away the high blocks that no later line has a share in.
  mutating func passHighBlocks(through lineEnd: Int) {
    while highCursor < special.highCount, Int(special.highBlocks[highCursor]) + 64 <= lineEnd + 1 { highCursor += 1 }
    firstHigh = highCursor < special.highCount ? Int(special.highBlocks[highCursor]) : .max
  }
}
