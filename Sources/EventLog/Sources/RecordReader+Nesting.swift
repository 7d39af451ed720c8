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
      if levels.count < RecordReader.deepest {
        for node in plan.embedded {
          if let verdict = readEmbedded(node, record: begin) { return verdict }
        }
      }
    }
    // A log shipper's `event` has the very name that some events' names have.
    if isFresh, isWrapped, levels.count < RecordReader.deepest, namesObject() {
      let verdict = open(begin, of: text)
      if case .notEvent = verdict { walker.walk(begin, of: text) } else { return verdict }
    }
    if let verdict = event(at: begin) {
      if case .rejected(let fault) = verdict { return .rejected(outermost(fault)) }
      if case .event = verdict, let surveyor { survey(begin, by: surveyor) }
      return verdict
    }
    return isFresh && levels.count < RecordReader.deepest ? open(begin, of: text) : .notEvent
  }

  /// Whether what would be the event's name is an object as text.
  private func namesObject() -> Bool {
    view = walker.view
    guard let slot = firstText(plan.event), slot.kind == .plain || slot.kind == .escaped else { return false }
    let start = RecordWalker.skipBlanks(walker.text, Int(slot.start))
    return walker.text[start] == Ascii.openBrace && start < slot.range.upperBound
  }

  /// Whether the record at a position is a row of Elasticsearch's bulk interface.
  private func isBulkAction(_ begin: Int) -> Bool {
    walker.turn(to: outermostText)
    let end = walker.endOfValue(begin)
    guard let value = try? JSONValue(reading: (begin..<end).map { walker.text[$0] }) else { return false }
    return BulkAction.isOne(value)
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
      case .plain, .escaped: verdict = readString(slot, at: node, of: text)
      case .object:
        walker.walk(Int(slot.start), of: text)
        verdict = read(at: Int(slot.start), of: text, isFresh: true)
      case .array:
        if holdsObject(array: Int(slot.start), of: text) {
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
  ///
  /// An element that should hold further ones, and has no array or null where they belong, counts as a record that is no
  /// event: what it holds in their place must not be gone without a word.
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
        if let slot = walker[inner], slot.kind == .array {
          explode(inner, at: Int(slot.start), of: text)
        } else if walker[inner]?.kind != .null {
          count(.notEvent, at: element)
        }
      } else {
        count(read(at: element, of: text, isFresh: false), at: element)
      }
      return end
    }
  }

  /// Whether an element of an array is an object.
  private func holdsObject(array begin: Int, of text: BytePointer) -> Bool {
    walker.turn(to: text)
    var holds = false
    _ = RecordWalker.elements(begin, of: text) { element in
      holds = holds || text[element] == Ascii.openBrace
      return walker.endOfValue(element)
    }
    return holds
  }

  /// Whether a string stands at a node whose first byte that is no blank opens an object.
  private func holdsObject(at node: Int) -> Bool {
    guard let slot = walker[node], slot.kind == .plain || slot.kind == .escaped else { return false }
    let start = RecordWalker.skipBlanks(walker.text, Int(slot.start))
    return walker.text[start] == Ascii.openBrace && start < slot.range.upperBound
  }

  /// Reads what a string holds like a line, if it holds an object.
  private func readString(_ slot: FieldSlot, at node: Int, of text: BytePointer) -> Verdict {
    if isInParts, node == plan.splitText, let verdict = readPart(slot, of: text) { return verdict }
    let buffer = TextBuffer(capacity: slot.range.count + 1)
    var level = Level(buffer: buffer, string: slot.range, decoded: 0..<0)
    if holdsObject(at: node) {
      level.decoded = 0..<decode(slot.range, of: text, into: buffer, at: 0)
    } else if let end = decodeBase64(slot, of: text, into: buffer, at: 0) {
      level.form = .base64
      level.decoded = 0..<end
    } else if slot.kind == .plain, Base64Text.beginsGzip(text, slot.range) {
      return .rejected(outermost(LineFault(wrong: .packedPayload, position: slot.range.lowerBound)))
    } else {
      return .notEvent
    }
    return read(level, length: level.decoded.upperBound)
  }

  /// Reads a record in which a string is replaced by the object that it holds, or nil where it holds none.
  private func readEmbedded(_ node: Int, record begin: Int) -> Verdict? {
    guard let slot = walker[node], slot.kind == .plain || slot.kind == .escaped else { return nil }
    let isObject = holdsObject(at: node)
    let text = walker.text
    guard isObject || slot.kind == .plain && Base64Text.beginsObject(text, slot.range) else { return nil }
    let string = slot.range
    let recordEnd = walker.endOfValue(begin)
    let before = string.lowerBound - 1 - begin
    let buffer = TextBuffer(capacity: recordEnd - begin + 1)
    buffer.takeOver(begin..<string.lowerBound - 1, of: text)
    var level = Level(
      buffer: buffer, string: string, decoded: 0..<0, isEmbedded: true, recordStart: begin)
    if isObject {
      level.decoded = before..<decode(string, of: text, into: buffer, at: before)
    } else if let end = decodeBase64(slot, of: text, into: buffer, at: before) {
      level.form = .base64
      level.decoded = before..<end
    } else {
      return nil
    }
    var end = level.decoded.upperBound
    for position in string.upperBound + 1..<recordEnd {
      buffer.text[end] = text[position]
      end += 1
    }
    return read(level, length: end)
  }

  /// Decodes a string that holds an object in base64; where it ends in the buffer, or nil.
  private func decodeBase64(_ slot: FieldSlot, of text: BytePointer, into buffer: TextBuffer, at start: Int) -> Int? {
    guard slot.kind == .plain, Base64Text.beginsObject(text, slot.range) else { return nil }
    var written = start
    let count = Base64Text.decode(text, slot.range) { byte in
      buffer.text[written] = byte == Ascii.lineFeed ? Ascii.carriageReturn : byte
      written += 1
    }
    return count.map { start + $0 }
  }

  /// Reads a record that is perhaps a part of a line, or nil where it is none and none before it waits for it.
  private func readPart(_ slot: FieldSlot, of text: BytePointer) -> Verdict? {
    let tag = firstText(plan.splitTags)
    let isPart =
      if let tag { tag.length == 1 && text[Int(tag.start)] == 0x50 } else {
        firstText(plan.splitStreams) != nil && !SplitLines.endsInLineFeed(text, slot.range)
      }
    if !isPart, split.isEmpty { return nil }
    var stream: [UInt8] = []
    for place in plan.splitStreams.first..<plan.splitStreams.end {
      if let key = view[candidates[place].node], key.isText { stream += key.range.map { text[$0] } }
      stream.append(Ascii.lineFeed)
    }
    var before = split.take(stream)
    if before == nil, !isPart { return nil }
    var decoded: [UInt8] = []
    EscapedText.decode(text, slot.range) { decoded.append($0 == Ascii.lineFeed ? Ascii.carriageReturn : $0) }
    func begun() -> SplitLines.Part { SplitLines.Part(place: place(of: slot.range.lowerBound)) }
    var line = before ?? begun()
    var outcome = line.add(decoded)
    if outcome == .isCutOff, let cut = before {
      giveUp([cut])
      before = nil
      if !isPart { return nil }
      line = begun()
      outcome = line.add(decoded)
    }
    if line.text.count > maxLineBytes {
      return .rejected(outermost(LineFault(wrong: .tooLong(limit: maxLineBytes), position: slot.range.lowerBound)))
    }
    if isPart, outcome == .goesOn {
      line.place = place(of: slot.range.lowerBound)
      giveUp(split.keep(line, of: stream, atMost: 2 * maxLineBytes + SplitLines.spareBytes))
      return .held
    }
    if before == nil { return nil }
    return read(line.text, string: slot.range)
  }

  /// Reads a line that was put together of parts, the last of which stands in a string of the text that is being read.
  private func read(_ line: [UInt8], string: Range<Int>) -> Verdict {
    let buffer = TextBuffer(capacity: line.count + 1)
    for (place, byte) in line.enumerated() { buffer.text[place] = byte }
    let level = Level(buffer: buffer, string: string, decoded: 0..<line.count, form: .joined)
    return read(level, length: line.count)
  }

  /// Counts the lines of which the rest never came.
  func endParts() {
    giveUp(split.takeAll())
  }

  private func giveUp(_ parts: [SplitLines.Part]) {
    for part in parts {
      rejects.add(
        LineFault(wrong: .unfinishedLine, position: part.place.column), part: part.place.part,
        linesBefore: part.place.lines, text: part.place.text)
      recordCount += 1
    }
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
        let inner = position - level.decoded.lowerBound
        switch level.form {
        case .text: position = EscapedText.place(of: inner, in: level.string, of: outer)
        case .base64: position = level.string.lowerBound + inner / 3 * 4
        case .joined: position = level.string.lowerBound
        }
      }
    }
    return LineFault(wrong: fault.wrong, position: position)
  }

  /// Counts what became of a record that begins at a place of the text that is being read.
  func count(_ verdict: Verdict, at begin: Int) {
    switch verdict {
    case .exploded, .held: return
    case .event: break
    case .identity: identity += 1
    case .rejected(let fault): reject(fault)
    case .notEvent:
      if isBulk, levels.isEmpty, isBulkAction(begin) { return }
      reject(outermost(LineFault(wrong: .missing(.missingEvent), position: begin)))
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
