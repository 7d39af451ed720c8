import FunnelModel

/// How records are found within records of log shippers, and several in one.
extension RecordReader {
  /// Reads the object at a position, which was walked; a fresh one may hold others.
  func read(at begin: Int, of text: BytePointer, isFresh: Bool) -> Verdict {
    if isFresh {
      if plan.explodes != 0, let slot = walker[plan.explodes], slot.kind == .array {
        explode(plan.explodes, at: Int(slot.start), of: text)
        return .exploded
      }
      if levels.count < RecordReader.deepest, let node = plan.embedded.first(where: { holdsObject(at: $0) }) {
        return readEmbedded(node, record: begin)
      }
    }
    if let verdict = event(at: begin) {
      if case .rejected(let fault) = verdict { return .rejected(outermost(fault)) }
      if case .event = verdict, let surveyor { survey(begin, by: surveyor) }
      return verdict
    }
    return isFresh && levels.count < RecordReader.deepest ? open(begin, of: text) : .notEvent
  }

  /// Has the event that was found last taken down, with the record that begins at a position.
  private func survey(_ begin: Int, by surveyor: Surveyor) {
    guard let record = records.last else { return }
    func text(_ slice: TextSlice) -> ByteText {
      ByteText(bytes: arena.bytes(of: slice))
    }
    let end = walker.endOfValue(begin)
    surveyor.take(
      (begin..<end).map { walker.text[$0] }, source: plan.format, name: text(record.event), user: text(record.user),
      time: Moment(microseconds: record.time))
  }

  /// Looks for an event within a record that is none.
  private func open(_ begin: Int, of text: BytePointer) -> Verdict {
    let outerTime = shipperTime
    var isWalked = true
    for node in plan.openings {
      if !isWalked {
        walker.walk(begin, of: text)
        isWalked = true
      }
      guard let slot = walker[node] else { continue }
      view = walker.view
      shipperTime = firstPresent(plan.shipperTimes).map { (text, $0) } ?? outerTime
      var verdict = Verdict.notEvent
      isWalked = slot.kind == .number || slot.kind == .null
      switch slot.kind {
      case .plain, .escaped:
        if holdsObject(at: node) { verdict = readString(slot, of: text) }
      case .object:
        walker.walk(Int(slot.start), of: text)
        verdict = read(at: Int(slot.start), of: text, isFresh: true)
      case .array:
        if text[RecordWalker.skipBlanks(text, Int(slot.start) + 1)] == Ascii.openBrace {
          _ = RecordWalker.elements(Int(slot.start), of: text) { element in
            walker.turn(to: text)
            let end = walker.endOfValue(element)
            if text[element] == Ascii.openBrace {
              walker.walk(element, of: text)
              count(read(at: element, of: text, isFresh: true), at: element)
            } else {
              count(.rejected(outermost(LineFault(wrong: .notAnObject, position: element))), at: element)
            }
            return end
          }
          verdict = .exploded
        }
      default: break
      }
      if case .notEvent = verdict { continue }
      shipperTime = outerTime
      return verdict
    }
    shipperTime = outerTime
    return .notEvent
  }

  /// Reads every element of an array as an event, whose node and all above it hold what stands around it.
  private func explode(_ node: Int, at begin: Int, of text: BytePointer) {
    let each = Int(plan.tree.nodes[node].each)
    _ = RecordWalker.elements(begin, of: text) { element in
      guard text[element] == Ascii.openBrace else {
        walker.turn(to: text)
        count(.rejected(outermost(LineFault(wrong: .notAnObject, position: element))), at: element)
        return walker.endOfValue(element)
      }
      walker.turn(to: text)
      walker.enter(each)
      let end = walker.object(element, each)
      let inner = (each..<Int(plan.tree.nodes[each].end)).first { plan.tree.nodes[$0].each != 0 }
      if let inner {
        if let slot = walker[inner], slot.kind == .array { explode(inner, at: Int(slot.start), of: text) }
      } else {
        count(read(at: element, of: text, isFresh: false), at: element)
      }
      return end
    }
  }

  /// Whether a string stands at a node whose first byte that is no blank opens an object.
  private func holdsObject(at node: Int) -> Bool {
    guard let slot = walker[node], slot.kind == .plain || slot.kind == .escaped else { return false }
    let start = RecordWalker.skipBlanks(walker.text, Int(slot.start))
    return walker.text[start] == Ascii.openBrace && start < slot.range.upperBound
  }

  /// Reads what a string holds like a line.
  private func readString(_ slot: FieldSlot, of text: BytePointer) -> Verdict {
    let buffer = TextBuffer(capacity: slot.range.count + 1)
    let end = decode(slot.range, of: text, into: buffer, at: 0)
    return read(Level(buffer: buffer, string: slot.range, decoded: 0..<end), length: end)
  }

  /// Reads a record in which a string is replaced by the object that it holds.
  private func readEmbedded(_ node: Int, record begin: Int) -> Verdict {
    let text = walker.text
    guard let string = walker[node]?.range else { return .notEvent }
    let recordEnd = walker.endOfValue(begin)
    let before = string.lowerBound - 1 - begin
    let buffer = TextBuffer(capacity: recordEnd - begin + 1)
    buffer.takeOver(begin..<string.lowerBound - 1, of: text)
    let decodedEnd = decode(string, of: text, into: buffer, at: before)
    var end = decodedEnd
    for position in string.upperBound + 1..<recordEnd {
      buffer.text[end] = text[position]
      end += 1
    }
    let level = Level(
      buffer: buffer, string: string, decoded: before..<decodedEnd, isEmbedded: true, recordStart: begin)
    return read(level, length: end)
  }

  private func decode(_ range: Range<Int>, of text: BytePointer, into buffer: TextBuffer, at start: Int) -> Int {
    var written = start
    EscapedText.decode(text, range) { byte in
      // A line feed would end the line; outside of strings CR is a blank too, and within strings as wrong.
      buffer.text[written] = byte == Ascii.lineFeed ? Ascii.carriageReturn : byte
      written += 1
    }
    return written
  }

  private func read(_ level: Level, length: Int) -> Verdict {
    level.buffer.text[length] = Ascii.lineFeed
    levels.append(level)
    defer { levels.removeLast() }
    let checker = checker(levels.count)
    checker.turn(to: 0..<length + 1, of: level.buffer)
    switch checker.line(at: 0) {
    case .blank: return .notEvent
    case .rejected: return .rejected(outermost(checker.fault))
    case .object:
      walker.take(checker.rootStart, of: checker, level.buffer.text)
      return read(at: checker.rootStart, of: level.buffer.text, isFresh: true)
    }
  }

  /// A fault whose place is that in the outermost text, of one in the text that is being read.
  func outermost(_ fault: LineFault) -> LineFault {
    var position = fault.position
    for (place, level) in levels.enumerated().reversed() {
      if position < level.decoded.lowerBound {
        position += level.recordStart
      } else if position >= level.decoded.upperBound, level.isEmbedded {
        position += level.string.upperBound + 1 - level.decoded.upperBound
      } else {
        let outer = place > 0 ? levels[place - 1].buffer.text : outermostText
        position = EscapedText.place(of: position - level.decoded.lowerBound, in: level.string, of: outer)
      }
    }
    return LineFault(wrong: fault.wrong, position: position)
  }

  /// Counts what became of a record that begins at a place of the text that is being read.
  func count(_ verdict: Verdict, at begin: Int) {
    switch verdict {
    case .exploded: return
    case .event: break
    case .identity: identity += 1
    case .rejected(let fault): reject(fault)
    case .notEvent: reject(outermost(LineFault(wrong: .missing(.missingEvent), position: begin)))
    }
    recordCount += 1
  }
}

extension EscapedText {
  /// Where in a string of some text the byte stands that comes at a place of what the string stands for.
  static func place(of wanted: Int, in range: Range<Int>, of text: BytePointer) -> Int {
    var position = range.lowerBound
    var count = 0
    while position < range.upperBound {
      var length = 1
      if text[position] == Ascii.backslash {
        length = text[position + 1] == 0x75 ? 6 : 2
        // The escapes of a pair of surrogates stand for one scalar.
        if length == 6, (0xD800...0xDBFF).contains(HexDigits.codeUnit(text.half(at: position + 2)) ?? 0) {
          length = 12
        }
      }
      var bytes = 0
      decode(text, position..<position + length) { _ in bytes += 1 }
      if count + bytes > wanted { return position }
      count += bytes
      position += length
    }
    return position
  }
}
