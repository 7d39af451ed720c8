import FunnelModel

/// Numbers what events say of the fields that units are told apart by: the variant first, then others.
///
/// Each field's texts are numbered from 1 on, 0 for none; each combination that occurs is numbered again, so that an
/// event keeps one number. Where the variant is the only field, its number stands for the combination.
@safe
struct AttributeTable: ~Copyable {
  /// Where a batch has a field past the variant.
  private enum Place {
    /// The further value at this index.
    case value(Int)
    /// The event's name.
    case eventName
    /// The step that the event names.
    case eventStep
  }

  /// The fields in the order of a combination; `variant` is always the first.
  let fields: [FieldReference]
  private let places: [Place]
  private(set) var variants = TextTable()
  private(set) var others: GrowingTables
  /// The combinations as the bytes of their numbers; empty where the variant is the only field.
  private(set) var combinations = TextTable()
  private var combination: [UInt32]
  private var arm: [UInt8] = []
  /// Combinations met not long ago by their hashes, where they are made of the variant and the event's own words: most
  /// events find theirs here.
  private var recent = GrowingBuffer<Recent>(repeating: Recent(), count: recentCount)
  private static let recentCount = 256
  private let areOwnWords: Bool
  /// Under a memory budget what takes the texts of each field that do not fit into its table; else none.
  let overflows: [TextOverflow]

  /// A combination met not long ago.
  private struct Recent: BitwiseCopyable {
    var hash: UInt64 = 0
    var number: UInt32 = 0
  }

  /// A table for a plan; under a memory budget the texts go beside some events as soon as they exceed their layout's.
  init(plan: AnalysisPlan, spilled: SpilledEvents?) {
    let fields = Self.fields(of: plan)
    self.fields = fields
    overflows =
      spilled.map { spilled in
        fields.map { _ in TextOverflow(limit: spilled.layout.textBytes / (2 * fields.count), beside: spilled) }
      } ?? []
    let values = plan.values
    places = fields.dropFirst().map { field in
      if field == .eventName { return .eventName }
      if field == .eventStep { return .eventStep }
      guard let index = values.firstIndex(of: field) else { preconditionFailure("the plan asks for \(field.name)") }
      return .value(index)
    }
    areOwnWords = fields.count == 3 && plan.eventDetail != .none
    others = GrowingTables(count: places.count)
    combination = Array(repeating: 0, count: fields.count)
  }

  /// The fields whose values a plan needs of every event, the variant first.
  static func fields(of plan: AnalysisPlan) -> [FieldReference] {
    var fields: [FieldReference] = [.variant]
    for field in plan.breakdown + plan.unitFilters.map(\.field) where !fields.contains(field) { fields.append(field) }
    if plan.eventDetail != .none { fields += [.eventName, .eventStep] }
    return fields
  }

  /// The number of the combination that an event has; `nameHash` is the keyed hash of its name.
  ///
  /// A step that the event's signals tell is not kept here a second time.
  @inline(__always)
  mutating func number(of index: Int, in batch: EventBatch, nameHash: UInt64, isStepTold: Bool) -> UInt32 {
    let slice = unsafe batch.records[index].variant
    let variant =
      unsafe slice.isAbsent
      ? 0
      : batch.records[index].isOfExperiment
        ? number(ofArm: slice, in: batch) : variants.number(batch.start(of: slice), Int(slice.length))
    if places.isEmpty { return variant }
    return areOwnWords
      ? numberOfOwnWords(of: index, in: batch, variant: variant, nameHash: nameHash, isStepTold)
      : number(of: index, in: batch, variant: variant, isStepTold)
  }

  /// The numbers of the texts that an event has in each field, under a memory budget, which combinations would exceed.
  mutating func values(of index: Int, in batch: EventBatch, isStepTold: Bool) -> [UInt32] {
    let slice = unsafe batch.records[index].variant
    var variant: UInt32 = 0
    if !slice.isAbsent {
      let overflow = overflows[0]
      if unsafe batch.records[index].isOfExperiment {
        mark(arm: slice, in: batch)
        variant = unsafe arm.withUnsafeBytes {
          unsafe overflow.number(address(of: $0), $0.count, first: &variants)
        }
      } else {
        variant = unsafe overflow.number(batch.start(of: slice), Int(slice.length), first: &variants)
      }
    }
    read(index, of: batch, variant: variant, isStepTold)
    return combination
  }

  /// What arms of experiments that nobody chose are kept with in front: a byte that no text holds.
  static let armMark: UInt8 = 0xFF

  private mutating func number(ofArm slice: TextSlice, in batch: EventBatch) -> UInt32 {
    mark(arm: slice, in: batch)
    return unsafe arm.withUnsafeBytes { unsafe variants.number(address(of: $0), $0.count) }
  }

  private mutating func mark(arm slice: TextSlice, in batch: EventBatch) {
    arm.removeAll(keepingCapacity: true)
    arm.append(Self.armMark)
    unsafe arm.append(contentsOf: UnsafeRawBufferPointer(start: batch.start(of: slice), count: Int(slice.length)))
  }

  /// Whether a variant, by its number, is the arm of an experiment that nobody chose.
  func isArm(_ number: UInt32) -> Bool { unsafe variants.bytes(of: number).first == Self.armMark }

  /// Whether an event has a variant of its own.
  var hasPlainVariant: Bool {
    variants.count > 0 && (1...UInt32(variants.count)).contains { !isArm($0) }
      || overflows.first?.hasPlainText == true
  }

  /// The number of a variant, a name and a step.
  ///
  /// Two texts of one keyed hash of 64 bits would have to be found without the key to be taken for each other, as with
  /// copies of events.
  private mutating func numberOfOwnWords(
    of index: Int, in batch: EventBatch, variant: UInt32, nameHash: UInt64, _ isStepTold: Bool
  ) -> UInt32 {
    let hash = KeyedHash.ofThisRun
    let step = isStepTold ? .absent : unsafe batch.records[index].step
    let stepHash = step.isAbsent ? 0 : unsafe hash(batch.start(of: step), Int(step.length))
    let whole = hash.combining(nameHash &+ UInt64(variant), stepHash) | 1
    let slot = Int(truncatingIfNeeded: whole >> 32) & (Self.recentCount - 1)
    if recent[slot].hash == whole { return recent[slot].number }
    let number = number(of: index, in: batch, variant: variant, isStepTold)
    recent[slot] = Recent(hash: whole, number: number)
    return number
  }

  private mutating func number(
    of index: Int, in batch: EventBatch, variant: UInt32, _ isStepTold: Bool
  ) -> UInt32 {
    read(index, of: batch, variant: variant, isStepTold)
    return unsafe combination.withUnsafeBytes { unsafe combinations.number(address(of: $0), $0.count) }
  }

  /// Puts the numbers of an event's values into `combination`.
  private mutating func read(_ index: Int, of batch: EventBatch, variant: UInt32, _ isStepTold: Bool) {
    combination[0] = variant
    for field in places.indices {
      switch places[field] {
      case .eventName:
        combination[field + 1] = number(of: unsafe batch.records[index].event, in: batch, field)
      case .eventStep:
        combination[field + 1] = isStepTold ? 0 : number(of: unsafe batch.records[index].step, in: batch, field)
      case .value(let place):
        let value = unsafe batch.values[index &* batch.valuesPerEvent &+ place]
        switch value.kind {
        case .none: combination[field + 1] = 0
        case .yes: combination[field + 1] = number(of: "true", field)
        case .no: combination[field + 1] = number(of: "false", field)
        case .text: combination[field + 1] = number(of: value.text, in: batch, field)
        }
      }
    }
  }

  private mutating func number(of text: TextSlice, in batch: EventBatch, _ field: Int) -> UInt32 {
    text.isAbsent ? 0 : unsafe number(batch.start(of: text), Int(text.length), field)
  }

  private mutating func number(of text: ByteText, _ field: Int) -> UInt32 {
    unsafe text.bytes.withUnsafeBytes { unsafe number(address(of: $0), $0.count, field) }
  }

  private mutating func number(_ start: UnsafeRawPointer, _ length: Int, _ field: Int) -> UInt32 {
    unsafe overflows.isEmpty
      ? others.number(start, length, in: field)
      : others.number(start, length, in: field, beyondIt: overflows[field + 1])
  }

  /// The number of a field's value in a combination.
  func value(_ field: Int, of number: UInt32) -> UInt32 {
    if fields.count == 1 { return number }
    return unsafe combinations.bytes(of: number).loadUnaligned(fromByteOffset: field * 4, as: UInt32.self)
  }

  /// Whether any text of a field is beside its table.
  func overflows(_ field: Int) -> Bool { !overflows.isEmpty && overflows[field].isUsed }

  /// Puts all texts of a field into a file, those of its table too.
  func closeOverflow(_ field: Int) {
    if field == 0 { overflows[0].close(variants) } else { others.close(field - 1, to: overflows[field]) }
  }

  /// Gives back what only further events would need; there may be none.
  mutating func close() {
    variants.close()
    for field in places.indices { others.close(field) }
    combinations.close()
  }

  /// Gives back a field's texts.
  mutating func drop(_ field: Int) {
    if field == 0 { variants = TextTable() } else { others.drop(field - 1) }
  }

  /// Gives back the combinations.
  mutating func dropCombinations() {
    combinations = TextTable()
  }

  /// How many texts a field has.
  func textCount(_ field: Int) -> Int { field == 0 ? variants.count : others.textCount(in: field - 1) }

  /// The bytes of a field's text by its number; valid until the next event.
  func bytes(of number: UInt32, _ field: Int) -> UnsafeRawBufferPointer {
    unsafe field == 0 ? variants.bytes(of: number) : others.bytes(of: number, in: field - 1)
  }

  /// How many numbers combinations can have, 0 included.
  var bound: Int { (fields.count == 1 ? variants.count : combinations.count) + 1 }
}

extension FieldReference {
  /// The event's own name, where a plan keeps it: a path that no argument can name, since it has an empty component.
  static let eventName = FieldReference.path(FieldPath(components: [""]))
  /// The step that an event names, likewise.
  static let eventStep = FieldReference.path(FieldPath(components: ["", ""]))
}

/// A fixed number of text tables, which cannot stand in an array because they cannot be copied.
///
/// Sound because the tables are made and ended with this value, which cannot be copied, and indices are below their
/// count; debug builds check it.
@safe
struct GrowingTables: ~Copyable {
  private let tables: UnsafeMutablePointer<TextTable>
  private let count: Int

  init(count: Int) {
    self.count = count
    unsafe tables = .allocate(capacity: max(count, 1))
    for index in 0..<count { unsafe (tables + index).initialize(to: TextTable()) }
  }

  deinit {
    unsafe tables.deinitialize(count: count)
    unsafe tables.deallocate()
  }

  /// The number of a text in one of the tables.
  @inline(__always)
  mutating func number(_ start: UnsafeRawPointer, _ length: Int, in table: Int) -> UInt32 {
    assert(table < count)
    return unsafe tables[table].number(start, length)
  }

  /// The number of a text in one of the tables, or in what takes the texts that it does not.
  mutating func number(
    _ start: UnsafeRawPointer, _ length: Int, in table: Int, beyondIt overflow: TextOverflow
  ) -> UInt32 {
    assert(table < count)
    return unsafe overflow.number(start, length, first: &tables[table])
  }

  /// Closes what takes the texts that one of the tables does not.
  func close(_ table: Int, to overflow: TextOverflow) {
    assert(table < count)
    unsafe overflow.close(tables[table])
  }

  /// Gives back what one of the tables needs for further texts only.
  mutating func close(_ table: Int) {
    assert(table < count)
    unsafe tables[table].close()
  }

  /// Empties one of the tables.
  mutating func drop(_ table: Int) {
    assert(table < count)
    unsafe tables[table] = TextTable()
  }

  /// How many texts one of the tables holds.
  func textCount(in table: Int) -> Int { unsafe tables[table].count }

  /// The bytes of a text of one of the tables.
  func bytes(of number: UInt32, in table: Int) -> UnsafeRawBufferPointer {
    unsafe tables[table].bytes(of: number)
  }
}
