import FunnelModel

/// The words of a whole log: what the workers numbered each by itself, numbered anew so that numbers sort as texts do.
struct LogVocabulary: Sendable {
  /// The fields that units are told apart by, the variant first.
  let fields: [FieldReference]
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
  private(set) var attributeNumbers: [[UInt32]] = []
  private var combinations: [UInt32] = []

  /// Puts the words of some collectors together.
  init(_ collectors: [EventCollector]) {
    fields = collectors[0].collected.attributes.fields
    let none: ByteText = "(none)"
    for field in fields.indices {
      let texts = UnifiedTexts(valuesOf: field, collectors, and: none)
      noneNumbers.append(texts.numbers[collectors.count][1])
      values.append(texts)
    }
    unifyAttributes(collectors)
    unifySets(collectors)
  }

  /// The number of a field's value in a combination, 0 where there is none.
  @inline(__always)
  func value(_ field: Int, of attributes: UInt32) -> UInt32 {
    fields.count == 1 ? attributes : combinations[Int(attributes) * fields.count + field]
  }

  /// A worker's event with the numbers of the whole log's words.
  @inline(__always)
  func numbered(_ event: StoredEvent, of worker: Int) -> StoredEvent {
    var event = event
    event.signals = setNumbers[worker][Int(event.signalSet)] | (event.signals & StoredEvent.unknownStep)
    event.attributes = attributeNumbers[worker][Int(event.attributes)]
    return event
  }

  private mutating func unifyAttributes(_ collectors: [EventCollector]) {
    guard fields.count > 1 else {
      attributeNumbers = collectors.indices.map { values[0].numbers[$0] }
      return
    }
    var tuples: [UInt32] = []
    var owners: [(worker: Int, number: Int)] = []
    for (worker, collector) in collectors.enumerated() {
      attributeNumbers.append(Array(repeating: 0, count: collector.collected.attributes.bound))
      for number in 1..<max(1, collector.collected.attributes.bound) {
        for (field, value) in collector.collected.attributes.values(of: UInt32(number)).enumerated() {
          tuples.append(values[field].numbers[worker][Int(value)])
        }
        owners.append((worker, number))
      }
    }
    let width = fields.count
    func tuple(_ index: Int) -> ArraySlice<UInt32> { tuples[index * width..<(index + 1) * width] }
    for index in owners.indices.sorted(by: { tuple($0).lexicographicallyPrecedes(tuple($1)) }) {
      if combinations.isEmpty || combinations.suffix(width) != tuple(index) { combinations += tuple(index) }
      attributeNumbers[owners[index].worker][owners[index].number] = UInt32(combinations.count / width - 1)
    }
  }

  private mutating func unifySets(_ collectors: [EventCollector]) {
    if collectors[0].plan.definition == nil {
      let ids = UnifiedTexts(stepsOf: collectors)
      let items = collectors.enumerated().map { worker, collector in
        (0..<collector.collected.finder.sets.count).map { index in
          let item = collector.collected.finder.items(of: UInt32(index + 1))[0]
          guard let step = item.step else { return item }
          return SignalItem(place: Int(ids.numbers[worker][step.place + 1]) - 1, step.signal)
        }
      }
      var ascending: [SignalItem] = []
      for item in items.joined().sorted() where item != ascending.last { ascending.append(item) }
      sets = SignalSets(ascending: ascending)
      setNumbers = items.map { [0] + $0.map { sets.number(of: [$0]) } }
      stepIds = ids
    } else {
      let met = collectors.map { collector in
        (0..<collector.collected.finder.sets.count).map { collector.collected.finder.items(of: UInt32($0 + 1)) }
      }
      sets = SignalSets(Array(met.joined()))
      setNumbers = met.map { [0] + $0.map(sets.number(of:)) }
    }
  }
}
