import FunnelModel

/// The words of a whole log: what the workers numbered each by itself, numbered anew so that numbers sort as texts do.
struct LogVocabulary: Sendable {
  /// The fields that units are told apart by, the variant first.
  let fields: [FieldReference]
  /// How many of the fields have values over time: all but the words of the events themselves, which come last.
  let valueFieldCount: Int
  private let eventNameField: Int?
  private let eventStepField: Int?
  /// The values of each field; `(none)` is always among them.
  private(set) var values: [UnifiedTexts] = []
  /// The number of `(none)` among each field's values.
  private(set) var noneNumbers: [UInt32] = []
  /// The ids of all steps that were met; empty with a definition.
  private(set) var stepIds: UnifiedTexts?
  /// The sets of signals.
  private(set) var sets = SignalSets([])
  /// For each worker the number of each set by the worker's own number.
  private(set) var setNumbers: [[UInt32]] = []
  /// For each worker the number of each combination of values by the worker's own number.
  ///
  /// Under a memory budget there are none: each partition has its own combinations.
  private(set) var attributeNumbers: [[UInt32]] = []
  /// The combinations of values; none under a memory budget.
  private(set) var combinations: ValueCombinations

  /// Puts the words of some collectors together, which are emptied of them; `usesArms`: arms of experiments that nobody
  /// chose are variants.
  ///
  /// Of a log with another word in every line they are most of what is in memory; each is there twice for no longer than
  /// it must.
  init(emptying collectors: [EventCollector], usesArms: Bool = true) {
    fields = collectors[0].collected.attributes.fields
    eventNameField = fields.firstIndex(of: .eventName)
    eventStepField = fields.firstIndex(of: .eventStep)
    valueFieldCount = fields.count(where: { $0 != .eventName && $0 != .eventStep })
    combinations = ValueCombinations(width: fields.count, values: [])
    let none: ByteText = "(none)"
    for collector in collectors { collector.collected.closeWords() }
    for field in fields.indices {
      let texts =
        collectors.contains { $0.collected.attributes.overflows(field) }
        ? UnifiedTexts(overflowing: field, collectors, usesArms: usesArms, and: none)
        : field == 0
          ? UnifiedTexts(variantsOf: collectors, usesArms: usesArms, and: none)
          : UnifiedTexts(valuesOf: field, collectors, and: none)
      noneNumbers.append(texts.number(of: none) ?? 0)
      values.append(texts)
      for collector in collectors { collector.collected.dropTexts(of: field) }
    }
    if collectors.allSatisfy({ $0.collected.spilled == nil }) { unifyAttributes(collectors) }
    unifySets(collectors)
  }

  /// The signals of a worker's event by the numbers of the whole log.
  @inline(__always)
  func signals(of event: StoredEvent, of worker: Int) -> UInt32 {
    setNumbers[worker][Int(event.signalSet)] | (event.signals & StoredEvent.unknownStep)
  }

  /// The name of the events of a combination; nil where events' words are not kept.
  func eventName(of attributes: UInt32, in combinations: ValueCombinations) -> ByteText? {
    text(of: eventNameField, in: attributes, combinations)
  }

  /// The step that the events of a combination and a set of signals name; nil where they name none.
  func eventStep(of attributes: UInt32, signals: UInt32, in combinations: ValueCombinations) -> ByteText? {
    if let named = text(of: eventStepField, in: attributes, combinations) { return named }
    guard let stepIds, let told = sets[signals & ~StoredEvent.unknownStep].first?.step else { return nil }
    return stepIds.text(UInt32(told.place + 1))
  }

  private func text(of field: Int?, in attributes: UInt32, _ combinations: ValueCombinations) -> ByteText? {
    guard let field else { return nil }
    let number = combinations.value(field, of: attributes)
    return number == 0 ? nil : values[field].text(number)
  }

  private mutating func unifyAttributes(_ collectors: [EventCollector]) {
    guard fields.count > 1 else {
      attributeNumbers = Array(values[0].numbers.prefix(collectors.count))
      values[0].dropNumbers()
      return
    }
    let width = fields.count
    let counts = collectors.map { $0.collected.attributes.bound - 1 }
    var read: [UInt32] = []
    read.reserveCapacity(counts.reduce(0, +) * width)
    for (worker, collector) in collectors.enumerated() where counts[worker] > 0 {
      for number in 1...UInt32(counts[worker]) {
        for field in 0..<width {
          read.append(values[field].number(collector.collected.attributes.value(field, of: number), of: worker))
        }
      }
      collector.collected.dropCombinations()
    }
    for field in 0..<width { values[field].dropNumbers() }
    (combinations, attributeNumbers) = ValueCombinations.unified(read, counts: counts, width: width)
  }

  private mutating func unifySets(_ collectors: [EventCollector]) {
    if collectors[0].plan.definition == nil {
      let ids = UnifiedTexts(stepsOf: collectors)
      // Each set is of one signal; a key is the signal's code and the set's place among all workers'.
      var keys: [UInt64] = []
      for (worker, collector) in collectors.enumerated() {
        setNumbers.append(Array(repeating: 0, count: collector.collected.finder.setCount + 1))
        for number in 1..<UInt32(collector.collected.finder.setCount + 1) {
          var item = collector.collected.finder.firstItem(of: number)
          if let step = item.step {
            item = SignalItem(place: Int(ids.number(UInt32(step.place + 1), of: worker)) - 1, step.signal)
          }
          keys.append(UInt64(item.code) << 32 | UInt64(keys.count))
        }
      }
      let firstPlaces = setNumbers.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count - 1) }
      keys.sort()
      var ascending: [SignalItem] = []
      for key in keys {
        let item = SignalItem(code: UInt32(key >> 32))
        if item != ascending.last { ascending.append(item) }
        let place = Int(UInt32(truncatingIfNeeded: key))
        let worker = firstPlaces.lastIndex { $0 <= place } ?? 0
        setNumbers[worker][place - firstPlaces[worker] + 1] = UInt32(ascending.count)
      }
      sets = SignalSets(ascending: ascending)
      stepIds = ids
      stepIds?.dropNumbers()
      for collector in collectors { collector.collected.dropSteps() }
    } else {
      let met = collectors.map { collector in
        (0..<collector.collected.finder.setCount).map { collector.collected.finder.items(of: UInt32($0 + 1)) }
      }
      sets = SignalSets(Array(met.joined()))
      setNumbers = met.map { [0] + $0.map(sets.number(of:)) }
    }
  }
}
