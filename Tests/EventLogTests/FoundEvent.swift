import FunnelModel

@testable import EventLog

/// An event with its texts as they are, for comparison.
struct FoundEvent: Hashable {
  struct Value: Hashable {
    var kind: EventValue.Kind
    var text: ByteText
  }

  var time: Int64
  var user: ByteText
  var event: ByteText
  var step: ByteText = ""
  var variant: ByteText = ""
  var session: ByteText = ""
  var id: ByteText = ""
  var duration: Int64 = -1
  var isSkipped = false
  var anonymous: ByteText = ""
  var isAnonymous = false
  var values: [Value] = []
}

/// Keeps the events that a worker finds.
final class KeepingReceiver: EventReceiver {
  private(set) var events: [FoundEvent] = []
  private(set) var batches = 0
  /// How many batches are welcome.
  var welcome = Int.max

  func receive(_ batch: EventBatch) -> ReadingCourse {
    batches += 1
    for place in unsafe batch.records.indices {
      let record = unsafe batch.records[place]
      let first = place * batch.valuesPerEvent
      let values = (first..<first + batch.valuesPerEvent).map { place in
        let value = unsafe batch.values[place]
        return FoundEvent.Value(kind: value.kind, text: text(value.text, batch))
      }
      events.append(
        FoundEvent(
          time: record.time, user: text(record.user, batch), event: text(record.event, batch),
          step: text(record.step, batch), variant: text(record.variant, batch), session: text(record.session, batch),
          id: text(record.id, batch), duration: record.duration, isSkipped: record.isSkipped,
          anonymous: text(record.anonymous, batch),
          isAnonymous: record.isAnonymous, values: values))
    }
    return batches < welcome ? .goOn : .stop
  }

  private func text(_ slice: TextSlice, _ batch: EventBatch) -> ByteText {
    let range = Int(slice.offset)..<Int(slice.offset) + Int(slice.length)
    return unsafe ByteText(bytes: Array(batch.bytes[range]))
  }
}
