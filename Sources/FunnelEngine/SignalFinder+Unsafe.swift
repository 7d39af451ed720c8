import FunnelModel

/// Tells which signals each event bears, and numbers the sets of signals in the order of their appearance.
///
/// One worker's own. Events whose name matters to nobody cost one look into a small table.
@safe
struct SignalFinder: ~Copyable {
  /// What an event of one name can mean.
  private struct NameRule {
    var native: NativeEvent?
    var flowItem: SignalItem?
    var matches: [(item: SignalItem, demands: [MatchDemand])] = []
  }

  private var names = TextTable()
  private var rules: [NameRule] = []
  /// For each name the native step event that it is and nothing else, which is the common case.
  private let stepEvents: [NativeEvent?]
  /// The ids of the definition's steps; where steps are to be inferred, every step id that was met.
  private(set) var steps = TextTable()
  private let isInferring: Bool
  private let bearsNative: [Bool]
  /// The items of the sets that were met, set after set, and where each set's end.
  private var setItems = GrowingBuffer<UInt32>()
  private var setEnds = GrowingBuffer<Int>(repeating: 0, count: 1)
  /// For each step and signal the set of that signal alone, 0 where it was not met yet; likewise for signals of the flow.
  private var loneSets = GrowingBuffer<UInt32>()
  private var loneFlowSets: [SignalItem: UInt32] = [:]
  /// The sets of several signals, each as the bytes of its sorted items, and their numbers among all.
  private var severals = TextTable()
  private var severalNumbers = GrowingBuffer<UInt32>(repeating: 0, count: 1)
  private var items: [SignalItem] = []

  init(plan: AnalysisPlan) {
    let definition = plan.definition
    isInferring = definition == nil
    bearsNative = (definition?.steps ?? []).map(\.matches.isEmpty)
    for step in definition?.steps ?? [] { _ = steps.number(step.id) }

    var rules: [NameRule] = []
    func change(_ name: ByteText, _ names: inout TextTable, _ change: (inout NameRule) -> Void) {
      let number = Int(names.number(name))
      if number > rules.count { rules.append(NameRule()) }
      change(&rules[number - 1])
    }
    for native in NativeEvent.allCases {
      let flow = native.flowSignal
      if let flow, definition?.flowMatches[flow] != nil { continue }
      change(ByteText(native.rawValue), &names) {
        $0.native = native
        $0.flowItem = flow.map { SignalItem($0) }
      }
    }
    let values = plan.values
    func add(_ match: EventMatch, _ item: SignalItem, _ names: inout TextTable) {
      let demands = match.conditions.map { MatchDemand($0, in: values) }
      for name in match.events { change(name, &names) { $0.matches.append((item, demands)) } }
    }
    for signal in FlowSignal.allCases {
      if let match = definition?.flowMatches[signal] { add(match, SignalItem(signal), &names) }
    }
    for (place, step) in (definition?.steps ?? []).enumerated() {
      for signal in StepSignal.allCases {
        if let match = step.matches[signal] { add(match, SignalItem(place: place, signal), &names) }
      }
    }
    self.rules = rules
    stepEvents = rules.map { $0.matches.isEmpty && $0.flowItem == nil ? $0.native : nil }
  }

  /// Gives back what only further events would need; there may be none.
  mutating func close() {
    steps.close()
  }

  /// Gives back the ids of steps.
  mutating func dropSteps() {
    steps = TextTable()
  }

  /// The number of the set of signals that an event bears, 0 for none, with the mark of an unknown step.
  @inline(__always)
  mutating func signals(of index: Int, in batch: EventBatch, nameHash: UInt64) -> UInt32 {
    let name = unsafe batch.records[index].event
    let number = unsafe names.find(
      batch.start(of: name), Int(name.length), tag: UInt32(truncatingIfNeeded: nameHash))
    return number == 0 ? 0 : signals(of: index, in: batch, rule: Int(number) - 1)
  }

  @inline(never)
  private mutating func signals(of index: Int, in batch: EventBatch, rule: Int) -> UInt32 {
    if let native = stepEvents[rule] { return nativeSet(of: index, in: batch, native) }
    return matchedSet(of: index, in: batch, rule: rule)
  }

  /// The step that an event names, its number from 1, 0 where it is in no list; nil where it names none.
  private mutating func step(of index: Int, in batch: EventBatch) -> Int? {
    let text = unsafe batch.records[index].step
    guard !text.isAbsent else { return nil }
    let start = unsafe batch.start(of: text)
    return Int(
      unsafe isInferring ? steps.number(start, Int(text.length)) : steps.find(start, Int(text.length)))
  }

  private mutating func nativeSet(of index: Int, in batch: EventBatch, _ native: NativeEvent) -> UInt32 {
    guard let step = step(of: index, in: batch) else { return 0 }
    guard step > 0 else { return StoredEvent.unknownStep }
    guard isInferring || bearsNative[step - 1] else { return 0 }
    guard let signal = native.stepSignal(skipped: unsafe batch.records[index].isSkipped) else { return 0 }
    return set(ofStep: step - 1, signal)
  }

  private mutating func matchedSet(of index: Int, in batch: EventBatch, rule: Int) -> UInt32 {
    var mark: UInt32 = 0
    items.removeAll(keepingCapacity: true)
    if let flow = rules[rule].flowItem {
      items.append(flow)
    } else if let native = rules[rule].native, let step = step(of: index, in: batch),
      let signal = native.stepSignal(skipped: unsafe batch.records[index].isSkipped)
    {
      if step == 0 {
        mark = StoredEvent.unknownStep
      } else if isInferring || bearsNative[step - 1] {
        items.append(SignalItem(place: step - 1, signal))
      }
    }
    for match in rules[rule].matches where match.demands.allSatisfy({ $0.holds(for: index, of: batch) }) {
      items.append(match.item)
    }
    sortItems()
    return items.isEmpty ? mark : setOfItems() | mark
  }

  /// Puts the items in order, each once; several matches can be of one signal.
  private mutating func sortItems() {
    guard items.count > 1 else { return }
    items.sort()
    var kept = 1
    for index in 1..<items.count where items[index] != items[kept - 1] {
      items[kept] = items[index]
      kept += 1
    }
    items.removeLast(items.count - kept)
  }

  private mutating func setOfItems() -> UInt32 {
    if items.count == 1 {
      if let step = items[0].step { return set(ofStep: step.place, step.signal) }
      if let known = loneFlowSets[items[0]] { return known }
      let set = addSet(items)
      loneFlowSets[items[0]] = set
      return set
    }
    let several = Int(unsafe items.withUnsafeBytes { unsafe severals.number(address(of: $0), $0.count) })
    if several == severalNumbers.count { severalNumbers.append(addSet(items)) }
    return severalNumbers[several]
  }

  /// The set of one signal of a step.
  private mutating func set(ofStep step: Int, _ signal: StepSignal) -> UInt32 {
    let place = step * StepSignal.allCases.count + Int(signal.rawValue)
    while place >= loneSets.count { loneSets.append(0) }
    if loneSets[place] == 0 {
      setItems.append(SignalItem(place: step, signal).code)
      loneSets[place] = endSet()
    }
    return loneSets[place]
  }

  private mutating func addSet(_ items: [SignalItem]) -> UInt32 {
    for item in items { setItems.append(item.code) }
    return endSet()
  }

  /// The number of a set whose items were added last.
  private mutating func endSet() -> UInt32 {
    setEnds.append(setItems.count)
    return UInt32(setEnds.count - 1)
  }

  /// Whether a set of signals says itself which step its events name: where steps are inferred, those of a step do.
  @inline(__always)
  func tellsStep(_ set: UInt32) -> Bool { isInferring && set != 0 && firstItem(of: set).step != nil }

  /// How many sets were met: their numbers are `1 ... setCount`.
  var setCount: Int { setEnds.count - 1 }

  /// The first signal of a set by its number.
  func firstItem(of set: UInt32) -> SignalItem { SignalItem(code: setItems[setEnds[Int(set) - 1]]) }

  /// The signals of a set by its number, in order.
  func items(of set: UInt32) -> [SignalItem] {
    (setEnds[Int(set) - 1]..<setEnds[Int(set)]).map { SignalItem(code: setItems[$0]) }
  }
}
