import FunnelModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A field of an event where a batch has it.
enum FieldSource: Hashable, Sendable {
  /// The variant that every event carries.
  case variant
  /// The further value at this index.
  case value(Int)

  /// Where a field stands in batches that hold some further values.
  init(_ field: FieldReference, in values: [FieldReference]) {
    guard field != .variant else {
      self = .variant
      return
    }
    guard let index = values.firstIndex(of: field) else { preconditionFailure("the plan asks for \(field.name)") }
    self = .value(index)
  }
}

/// A demand of `--only`, ready to be held against events.
struct OnlyDemand: Sendable {
  private let source: FieldSource
  private let texts: [ByteText]
  private let trueText: ByteText = "true"
  private let falseText: ByteText = "false"

  init(_ filter: FieldFilter, in values: [FieldReference]) {
    source = FieldSource(filter.field, in: values)
    texts = filter.values
  }

  /// Whether an event's field has one of the texts; an empty text is none.
  func holds(for index: Int, of batch: EventBatch) -> Bool {
    switch source {
    case .variant:
      let slice = unsafe batch.records[index].variant
      return !slice.isAbsent && texts.contains { batch.holds($0, at: slice) }
    case .value(let place):
      let value = unsafe batch.values[index * batch.valuesPerEvent + place]
      switch value.kind {
      case .none: return false
      case .yes: return texts.contains(trueText)
      case .no: return texts.contains(falseText)
      case .text: return !value.text.isAbsent && texts.contains { batch.holds($0, at: value.text) }
      }
    }
  }
}

/// A demand of a match, ready to be held against events.
struct MatchDemand: Sendable {
  private let place: Int
  private let texts: [ByteText]
  private let truths: [Bool]

  init(_ condition: MatchCondition, in values: [FieldReference]) {
    guard let index = values.firstIndex(of: .path(condition.path)) else {
      preconditionFailure("the plan asks for \(condition.path.dotted)")
    }
    place = index
    texts = condition.values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    truths = condition.values.compactMap { if case .truth(let truth) = $0 { truth } else { nil } }
  }

  /// Whether the value at the path is one of those that were asked for.
  func holds(for index: Int, of batch: EventBatch) -> Bool {
    let value = unsafe batch.values[index * batch.valuesPerEvent + place]
    switch value.kind {
    case .none: return false
    case .yes: return truths.contains(true)
    case .no: return truths.contains(false)
    case .text: return texts.contains { batch.holds($0, at: value.text) }
    }
  }
}

extension EventBatch {
  /// The address of a text; the reader vouches that slices lie within the batch's bytes.
  @inline(__always)
  func start(of slice: TextSlice) -> UnsafeRawPointer {
    unsafe address(of: bytes) + Int(slice.offset)
  }

  /// Whether a slice holds exactly a text.
  func holds(_ text: ByteText, at slice: TextSlice) -> Bool {
    guard text.bytes.count == Int(slice.length) else { return false }
    return unsafe text.bytes.withUnsafeBytes { unsafe memcmp(address(of: $0), start(of: slice), $0.count) == 0 }
  }
}
