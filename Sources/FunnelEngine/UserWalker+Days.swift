import FunnelModel

/// A unit of the user that is walked, for looking at it as it stood earlier.
struct SeenUnit {
  /// The index of the rules that it was walked by.
  var flow: Int
  /// The session that it is; nil for a user.
  var session: Int?
  /// Its newest event's time.
  var newest: Int64
  /// The partition's events, and the user's places among them.
  var stored: [StoredEvent]
  var range: Range<Int>
}

extension UserWalker {
  /// Tallies the days on which a unit, which stands in `unit`, would have been counted had the run been at their cut.
  ///
  /// Cuts ascend with their days, and a candidate that converted leaves no later one a chance to be counted: no day
  /// after its own can count any more. Otherwise each day with an entry is one walk more.
  mutating func addStandingDays(of unit: SeenUnit) {
    guard let frame = setting.frame else { return }
    isWalkWhole = !finders[unit.flow].candidates.isEmpty
    if setting.book.rules.count > 1, user.variantTime > frame.cut(frame.standing.lowerBound), user.variant != 0 {
      // Before its variant was known the unit may have been walked by other steps, with entries at other events.
      addStandingDays(of: unit, on: unit.range.map { unit.stored[$0].time }, frame)
    } else {
      guard let first = finders[unit.flow].candidates.first else { return }
      if finders[unit.flow].candidates.count == 1 {
        _ = addStandingDay(of: unit, frame.calendar.day(of: self.unit[first].time), frame)
      } else if setting.plan.rules.unit == .user, setting.plan.rules.order != .any, !isLeftOutWhereMixed {
        addStandingDaysOfRace(of: unit, frame)
      } else {
        addStandingDays(of: unit, on: finders[unit.flow].candidates.map { self.unit[$0].time }, frame)
      }
    }
  }

  /// The same for a user whose units the whole log leaves out, because a second variant was seen later.
  mutating func addStandingDays(beforeMixing stored: [StoredEvent], _ range: Range<Int>) {
    guard let frame = setting.frame, !frame.standing.isEmpty, case .tally = setting.purpose,
      user.mixedTime > frame.cut(frame.standing.lowerBound)
    else { return }
    isWalkWhole = false
    let sessions: [Int?] = setting.plan.rules.unit == .user ? [nil] : user.sessions.indices.map { $0 }
    let flow = setting.book.index(ofVariant: user.variant)
    for session in sessions {
      let unit = SeenUnit(flow: flow, session: session, newest: .max, stored: stored, range: range)
      addStandingDays(of: unit, on: range.map { stored[$0].time }, frame)
    }
  }

  private mutating func addStandingDays(of unit: SeenUnit, on times: [Int64], _ frame: DayFrame) {
    var last = -1
    for time in times {
      if last >= 0, time < frame.calendar.end(of: last) { continue }
      last = frame.calendar.day(of: time)
      if addStandingDay(of: unit, last, frame) { return }
    }
  }

  /// Whether a second variant leaves the user out from the moment on at which it was seen.
  private var isLeftOutWhereMixed: Bool { user.isMixed && setting.plan.rules.mixed == .exclude }

  /// The same for a user of many candidates: one race tells the counted one of each day.
  private mutating func addStandingDaysOfRace(of seenUnit: SeenUnit, _ frame: DayFrame) {
    let days = Self.standingDays(of: finders[seenUnit.flow].candidates, in: unit, frame)
    let whole = finders[seenUnit.flow].attempt.entry
    let cut = Self.cuts(of: days, seenUnit.newest, frame)
    let winners = cut.isEmpty ? [] : finders[seenUnit.flow].winners(unit, atCuts: cut)
    for (place, day) in days.enumerated() {
      guard let entry = place < winners.count ? winners[place] : whole else { continue }
      guard frame.calendar.day(of: unit[entry].time) == day else { continue }
      finders[seenUnit.flow].walk(unit, from: entry, limit: frame.cut(day))
      addStanding(seenUnit.flow, entry: unit[entry].time, newest: newest(of: seenUnit, frame.cut(day)), day, frame)
    }
  }

  /// Finds the counted attempt of the unit, and by the same race, where one is run, those of the days as they stood.
  mutating func findAttempt(_ flow: Int, newest: Int64) -> AttemptFinder.Found {
    guard let frame = setting.frame, !frame.standing.isEmpty else {
      return finders[flow].find(unit, within: setting.bounds)
    }
    let unit = unit
    return finders[flow].find(unit, within: setting.bounds) { candidates in
      Self.cuts(of: Self.standingDays(of: candidates, in: unit, frame), newest, frame)
    }
  }

  /// The days on which candidates entered and that are looked at as they stood.
  private static func standingDays(of candidates: [Int], in unit: [UnitEvent], _ frame: DayFrame) -> [Int] {
    var days: [Int] = []
    var end = Int64.min
    for candidate in candidates {
      let time = unit[candidate].time
      if time < end { continue }
      let day = frame.calendar.day(of: time)
      end = frame.calendar.end(of: day)
      if frame.standing.contains(day) { days.append(day) }
    }
    return days
  }

  /// The cuts of those days that do not hold all of a unit, whose newest event is at a moment.
  private static func cuts(of days: [Int], _ newest: Int64, _ frame: DayFrame) -> [Int64] {
    days.map(frame.cut).filter { $0 < newest }
  }

  /// When the newest event of a user's was seen up to a moment; by bisection.
  private func newest(of unit: SeenUnit, _ cut: Int64) -> Int64 {
    var low = unit.range.lowerBound
    var high = unit.range.upperBound
    while low < high {
      let middle = (low + high) / 2
      if unit.stored[middle].time <= cut { low = middle + 1 } else { high = middle }
    }
    return low == unit.range.lowerBound ? .min : unit.stored[low - 1].time
  }

  /// Tallies one day and says whether no later one can count.
  private mutating func addStandingDay(of seenUnit: SeenUnit, _ day: Int, _ frame: DayFrame) -> Bool {
    guard frame.standing.contains(day) else { return false }
    let cut = frame.cut(day)
    if user.isMixed, setting.plan.rules.mixed == .exclude, user.mixedTime <= cut { return true }
    var flow = seenUnit.flow
    var newest = seenUnit.newest
    let walked: [UnitEvent]
    // The walk of the whole log is still there for as long as no day was walked anew.
    if isWalkWhole, newest <= cut {
      walked = unit
    } else {
      if user.variantTime > cut { flow = setting.book.index(ofVariant: setting.words.noneNumbers[0]) }
      isWalkWhole = false
      newest = see(seenUnit, flow, through: cut)
      guard !seen.isEmpty, finders[flow].find(seen, within: setting.bounds) == .attempt else { return false }
      walked = seen
    }
    let walk = finders[flow].attempt
    let entry = walked[walk.entry].time
    let entryDay = frame.calendar.day(of: entry)
    let isSettled = walk.conversion != nil && entryDay <= day
    if entryDay == day { addStanding(flow, entry: entry, newest: newest, day, frame) }
    return isSettled
  }

  /// Tallies the walk that a finder holds as one of a day, if `--where` keeps it.
  private mutating func addStanding(_ flow: Int, entry: Int64, newest: Int64, _ day: Int, _ frame: DayFrame) {
    let cut = frame.cut(day)
    guard setting.fields.keep(user, entry: entry, limit: cut) else { return }
    for field in rowValues.indices {
      rowValues[field] = setting.fields.value(of: setting.fields.breakdown[field], user, entry: entry, limit: cut)
    }
    let rules = setting.book.rules[flow]
    let walk = finders[flow].attempt
    let isOpen = rules.deadline(from: entry) >= cut
    let isRecent = cut - newest <= setting.plan.rules.sessionGap.microseconds
    let end: AttemptEnd = walk.isDismissed ? .dismissed : isOpen && isRecent ? .inProgress : .dropped
    daySheet.addStanding(end, walk, rules, row: setting.rows.row(rowValues), day: day)
  }

  /// Collects in `seen` the unit's events up to a moment that bear signals of a flow; the result is the time of the
  /// newest event of any kind.
  private mutating func see(_ unit: SeenUnit, _ index: Int, through cut: Int64) -> Int64 {
    let rules = setting.book.rules[index]
    let localSets = rules.flow.localSets
    seen.removeAll(keepingCapacity: true)
    var newest = Int64.min
    for place in unit.range {
      let event = unit.stored[place]
      guard event.time <= cut else { break }
      if let session = unit.session, Int(event.session) != session { continue }
      newest = event.time
      let local = localSets[Int(event.signalSet)]
      guard local != 0 else { continue }
      seen.append(
        UnitEvent(
          time: event.time, duration: event.duration, session: event.session, signals: local,
          tieOrder: event.identity))
    }
    if !rules.flow.keepsOrder { seen.sort { $0.precedes($1) } }
    return newest
  }
}
