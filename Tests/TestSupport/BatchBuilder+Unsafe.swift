public import FunnelModel

/// Hands plain events to a receiver as the reader would: a batch whose memory ends with the call.
public enum BatchBuilder {
  /// Hands over one batch of all events and links, with the values that a plan asks for.
  @discardableResult
  public static func hand(
    _ events: [PlainEvent], links: [PlainLink] = [], mayLink: Bool = false, values: [FieldReference],
    to receiver: any EventReceiver
  ) -> ReadingCourse {
    var bytes: [UInt8] = []
    func slice(_ text: ByteText?) -> TextSlice {
      guard let text, !text.isEmpty else { return .absent }
      defer { bytes += text.bytes }
      return TextSlice(offset: UInt32(bytes.count), length: UInt32(text.bytes.count))
    }
    var records: [EventRecord] = []
    var further: [EventValue] = []
    for event in events {
      var record = EventRecord(time: event.time, user: slice(event.user), event: slice(event.name))
      record.duration = event.duration ?? -1
      record.step = slice(event.step)
      record.variant = slice(event.variant)
      record.session = slice(event.session)
      record.id = slice(event.id)
      record.isSkipped = event.isSkipped
      record.isAnonymous = event.isAnonymous
      record.anonymous = event.isAnonymous ? record.user : slice(event.anonymous)
      records.append(record)
      for field in values {
        switch event.values[field] {
        case .text(let text): further.append(EventValue(kind: .text, text: slice(text)))
        case .truth(let truth): further.append(EventValue(kind: truth ? .yes : .no))
        case nil: further.append(.none)
        }
      }
    }
    let identityLinks = links.map {
      IdentityLink(
        time: $0.time ?? .min, kind: $0.kind, first: slice($0.first), $0.firstKind, second: slice($0.second),
        $0.secondKind)
    }
    // The four arrays outlive the call, which is as long as a batch may be used.
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe records.withUnsafeBufferPointer { records in
        unsafe further.withUnsafeBufferPointer { further in
          unsafe identityLinks.withUnsafeBufferPointer { links in
            unsafe receiver.receive(
              EventBatch(
                bytes: bytes, records: records, values: further, valuesPerEvent: values.count, links: links,
                mayLink: mayLink))
          }
        }
      }
    }
  }
}
