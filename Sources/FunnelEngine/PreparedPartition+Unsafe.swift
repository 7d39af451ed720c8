import FunnelModel

extension PreparedPartition {
  /// Puts the workers' events of one partition together, takes copies out and makes sessions.
  ///
  /// `moved` are events that come from under other ids of their users; those that went from here are passed over. The
  /// stores are emptied. Sound because every user's events lie in one stretch of a buffer of exactly the number of events
  /// that are there, and stretches are only ever made shorter, towards the front.
  init(
    emptying partition: Int, of workers: [PartitionShelf], moved: [PartitionShelf] = [], words: LogVocabulary,
    plan: AnalysisPlan, identity: IdentityUnion? = nil
  ) {
    let shelves = workers + moved
    let own = Self.combinations(of: shelves, partition, words)
    combinations = own.combinations
    let attributeNumbers = own.numbers
    var texts = shelves[0].take(partition)
    let ownFate = Self.fates(of: texts, identity)
    var fates = [ownFate]
    var counts: [Int] = Array(repeating: 0, count: texts.users.count)
    texts.events.forEach { if ownFate?.newOwner(of: $0) == nil { counts[Int($0.user)] += 1 } }
    var numbers: [StoreNumbers] = []
    for worker in shelves.indices.dropFirst() {
      let store = unsafe shelves[worker].stores + partition
      let isMoved = worker >= workers.count
      let fate = isMoved ? nil : unsafe Self.fates(of: store.pointee, identity)
      let theirs = unsafe texts.absorbTexts(of: store.pointee)
      counts += repeatElement(0, count: texts.users.count - counts.count)
      unsafe store.pointee.events.forEach {
        if fate?.newOwner(of: $0) == nil { counts[Int(theirs.users[Int($0.user)])] += 1 }
      }
      fates.append(fate)
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
    let total = sum
    let keepsEventIds = plan.settlesTiesByEventId
    events = unsafe Array(unsafeUninitializedCapacity: total) { buffer, count in
      func put(_ event: StoredEvent) {
        unsafe buffer[next[Int(event.user)]] = event
        next[Int(event.user)] += 1
      }
      texts.events.forEach { event in
        if ownFate?.newOwner(of: event) != nil { return }
        var event = event
        event.signals = words.signals(of: event, of: 0)
        event.attributes = attributeNumbers[0][Int(event.attributes)]
        put(event)
      }
      for worker in shelves.indices.dropFirst() {
        let theirs = numbers[worker - 1]
        let fate = fates[worker]
        let isMoved = worker >= workers.count
        let store = shelves[worker].take(partition)
        store.events.forEach { event in
          if fate?.newOwner(of: event) != nil { return }
          var event = event
          if !isMoved { event.signals = words.signals(of: event, of: worker) }
          if worker < attributeNumbers.count { event.attributes = attributeNumbers[worker][Int(event.attributes)] }
          event.user = theirs.users[Int(event.user)]
          event.session = keepsEventIds ? theirs.mentions[Int(event.session)] : theirs.sessions[Int(event.session)]
          put(event)
        }
      }
      let all = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<total])
      count = unsafe Self.arrange(all, &starts, texts, keepsEventIds, plan)
    }
    self.starts = starts
    duplicate = total - events.count
  }

  /// The combinations of values of a partition's events, and for each store its numbers by the store's own, where it has
  /// others.
  private static func combinations(
    of shelves: [PartitionShelf], _ partition: Int, _ words: LogVocabulary
  ) -> (combinations: ValueCombinations, numbers: [[UInt32]]) {
    guard words.attributeNumbers.isEmpty else { return (words.combinations, words.attributeNumbers) }
    let width = words.fields.count
    let read = shelves.map { unsafe $0.stores[partition].combinations }
    return ValueCombinations.unified(Array(read.joined()), counts: read.map { $0.count / width }, width: width)
  }

  private static func fates(of store: borrowing PartitionStore, _ identity: IdentityUnion?) -> EventFates? {
    guard let identity else { return nil }
    return EventFates(of: store, identity)
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
    let allowed = events.count + 64
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
