extension PartitionStore {
  /// Puts one user's events of one moment in order, copies behind those that are kept, and says how many are kept.
  ///
  /// Of copies the smallest by (key, reported duration, session id, variant, other values) is kept. Those kept stand in
  /// the order (key, reported duration, event id, session id), and their `identity` becomes the place by the last two; what
  /// is alike in all of these, in the order of its values, its name and step last where they are kept.
  func settle(_ run: UnsafeMutableBufferPointer<StoredEvent>, keepsEventIds: Bool) -> Int {
    unsafe sort(run) { copyPrecedes($0, $1, keepsEventIds) }
    var kept = 1
    for index in run.indices.dropFirst() {
      let event = unsafe run[index]
      if unsafe event.identity != 0 && event.identity == run[kept - 1].identity { continue }
      unsafe run[kept] = event
      kept += 1
    }
    let events = unsafe UnsafeMutableBufferPointer(rebasing: run[..<kept])
    if keepsEventIds {
      unsafe sort(events) { order($0, $1) < 0 }
      var places: [UInt64] = [0]
      for index in events.indices.dropFirst() {
        let isTie = unsafe order(events[index - 1], events[index]) == 0
        places.append(isTie ? places[index - 1] : UInt64(index))
      }
      for index in events.indices { unsafe events[index].identity = places[index] }
    } else {
      for index in events.indices { unsafe events[index].identity = 0 }
    }
    unsafe sort(events) { left, right in
      (left.signalSet, left.duration, left.identity, left.attributes)
        < (right.signalSet, right.duration, right.identity, right.attributes)
    }
    return kept
  }

  private func copyPrecedes(_ left: StoredEvent, _ right: StoredEvent, _ keepsEventIds: Bool) -> Bool {
    if left.identity != right.identity { return left.identity < right.identity }
    if left.signalSet != right.signalSet { return left.signalSet < right.signalSet }
    if left.duration != right.duration { return left.duration < right.duration }
    let session = unsafe sessionText(of: left, keepsEventIds).order(to: sessionText(of: right, keepsEventIds))
    if session != 0 { return session < 0 }
    if left.attributes != right.attributes { return left.attributes < right.attributes }
    return left.signals < right.signals
  }

  private func sessionText(of event: StoredEvent, _ keepsEventIds: Bool) -> UnsafeRawBufferPointer {
    unsafe text(ofSession: keepsEventIds ? mentions[Int(event.session)].session : event.session)
  }

  /// The order of two events by event id, then session id, where both are kept.
  private func order(_ left: StoredEvent, _ right: StoredEvent) -> Int {
    let ids = unsafe text(ofMention: left.session).order(to: text(ofMention: right.session))
    return ids != 0 ? ids : unsafe sessionText(of: left, true).order(to: sessionText(of: right, true))
  }

  private func sort(
    _ run: UnsafeMutableBufferPointer<StoredEvent>, _ precedes: (StoredEvent, StoredEvent) -> Bool
  ) {
    guard run.count <= 16 else {
      var run = unsafe run
      unsafe run.sort(by: precedes)
      return
    }
    for index in run.indices.dropFirst() {
      let event = unsafe run[index]
      var place = index
      while place > 0, unsafe precedes(event, run[place - 1]) {
        unsafe run[place] = run[place - 1]
        place -= 1
      }
      unsafe run[place] = event
    }
  }
}
