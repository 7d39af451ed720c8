import FunnelModel

extension PreparedPartition {
  /// Puts the workers' events of one partition together, takes copies out and makes sessions.
  ///
  /// The stores are emptied. Sound because every user's events lie in one stretch of a buffer of exactly the number of
  /// events that the stores hold, and stretches are only ever made shorter, towards the front.
  init(emptying partition: Int, of shelves: [PartitionShelf], words: LogVocabulary, plan: AnalysisPlan) {
    var texts = shelves[0].take(partition)
    var counts: [Int] = Array(repeating: 0, count: texts.users.count)
    var total = texts.eventCount
    texts.forEachEvent { counts[Int($0.user)] += 1 }
    var numbers: [StoreNumbers] = []
    for shelf in shelves.dropFirst() {
      let store = unsafe shelf.stores + partition
      let theirs = unsafe texts.absorbTexts(of: store.pointee)
      counts += repeatElement(0, count: texts.users.count - counts.count)
      unsafe store.pointee.forEachEvent { counts[Int(theirs.users[Int($0.user)])] += 1 }
      total += unsafe store.pointee.eventCount
      numbers.append(theirs)
    }

    var starts = [0]
    starts.reserveCapacity(counts.count + 1)
    var next = counts
    var sum = 0
    for user in counts.indices {
      next[user] = sum
      sum += counts[user]
      starts.append(sum)
    }
    let keepsEventIds = plan.settlesTiesByEventId
    events = unsafe Array(unsafeUninitializedCapacity: total) { buffer, count in
      func put(_ event: StoredEvent, worker: Int) {
        var event = event
        event.signals =
          words.setNumbers[worker][Int(event.signalSet)] | (event.signals & StoredEvent.unknownStep)
        event.attributes = words.attributeNumbers[worker][Int(event.attributes)]
        unsafe buffer[next[Int(event.user)]] = event
        next[Int(event.user)] += 1
      }
      texts.forEachEvent { put($0, worker: 0) }
      for worker in shelves.indices.dropFirst() {
        let theirs = numbers[worker - 1]
        let store = shelves[worker].take(partition)
        store.forEachEvent { event in
          var event = event
          event.user = theirs.users[Int(event.user)]
          event.session = keepsEventIds ? theirs.mentions[Int(event.session)] : theirs.sessions[Int(event.session)]
          put(event, worker: worker)
        }
      }
      let all = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<total])
      count = unsafe Self.arrange(all, &starts, texts, keepsEventIds, plan)
    }
    self.starts = starts
    duplicate = total - events.count
  }

  /// Puts each user's events in order, takes copies out, closes the gaps they leave and makes sessions.
  ///
  /// The result is how many are kept; `starts` is moved to where they begin.
  private static func arrange(
    _ buffer: UnsafeMutableBufferPointer<StoredEvent>, _ starts: inout [Int], _ texts: borrowing PartitionStore,
    _ keepsEventIds: Bool, _ plan: AnalysisPlan
  ) -> Int {
    var sessions = SessionMaker(
      rule: plan.rules.sessionRule, gap: plan.rules.sessionGap.microseconds, idCount: texts.sessions.count)
    var end = 0
    for user in 0..<starts.count - 1 {
      let begin = starts[user]
      let slice = unsafe UnsafeMutableBufferPointer(rebasing: buffer[begin..<starts[user + 1]])
      unsafe sortByTime(slice)
      starts[user] = end
      sessions.beginUser()
      var index = 0
      while index < slice.count {
        let time = unsafe slice[index].time
        var after = index + 1
        while after < slice.count, unsafe slice[after].time == time { after += 1 }
        var kept = after - index
        if kept > 1 {
          let run = unsafe UnsafeMutableBufferPointer(rebasing: slice[index..<after])
          kept = unsafe texts.settle(run, keepsEventIds: keepsEventIds)
        }
        for offset in 0..<kept {
          var event = unsafe slice[index + offset]
          let id = keepsEventIds ? texts.mentions[Int(event.session)].session : event.session
          event.session = sessions.session(id: id, time: time)
          if kept == 1 { event.identity = 0 }
          unsafe buffer[end] = event
          end += 1
        }
        index = after
      }
    }
    starts[starts.count - 1] = end
    return end
  }

  /// Sorts one user's events by time; those of a log in order cost one look each.
  private static func sortByTime(_ events: UnsafeMutableBufferPointer<StoredEvent>) {
    var moves = 0
    let allowed = events.count * 8 + 64
    for index in events.indices.dropFirst() {
      let event = unsafe events[index]
      var place = index
      while place > 0, unsafe events[place - 1].time > event.time {
        unsafe events[place] = events[place - 1]
        place -= 1
        moves += 1
      }
      unsafe events[place] = event
      if moves > allowed {
        var rest = unsafe events
        unsafe rest.sort { $0.time < $1.time }
        return
      }
    }
  }
}
