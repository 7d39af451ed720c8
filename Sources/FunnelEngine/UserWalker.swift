import FunnelModel

/// Walks the units of users and tallies them: one thread's part of the last passes over the events.
struct UserWalker: Sendable {
  /// What is done with units.
  enum Purpose: Sendable {
    /// They are tallied.
    case tally(TallySheet.Choice)
    /// They are only counted by row, to find the rows with most of them.
    case countRows
  }

  /// What all threads share.
  struct Setting: Sendable {
    var plan: AnalysisPlan
    var words: LogVocabulary
    var book: FlowBook
    var fields: UnitFields
    var rows: RowTable
    var asOf: Int64
    var purpose: Purpose
    /// The steps of the row over all units, nil where there is no such row.
    var totals: [Int]?
    /// What is counted lies in here.
    var bounds: Range<Int64>
    /// The days that are told apart; nil where none are.
    var frame: DayFrame?
    /// How many steps the definition has.
    var stepCount = 0
    /// The rows of a tally by variant apart from the breakdown; nil where there is none.
    var variantChoice: TallySheet.Choice?
    /// Where lists of times go that do not fit into a memory budget.
    var timeFile: TimeFile?
  }

  /// So many events are worth asking for the memory of all at once.
  private static let manyEvents = 4096

  let setting: Setting
  private(set) var sheet: TallySheet
  /// The tallies of days.
  var daySheet: DaySheet
  /// The tallies by variant, where they are apart from the breakdown.
  private(set) var variantSheet: TallySheet
  private(set) var counts = AnalysisCounts()
  /// Of each set of signals how many accepted events bear it.
  private(set) var setCounts: [Int]
  /// Of each row of values how many units have it, where rows are counted.
  private(set) var unitsOfRow: [Int32]
  /// The same of each variant.
  private(set) var unitsOfVariant: [Int32]
  var finders: [AttemptFinder]
  private(set) var user: UserHistory
  /// The user's events with their names, where the plan keeps everything.
  private(set) var trail = UserTrail()
  private var aftermath = Aftermath()
  /// The units that were walked, where the plan keeps everything.
  private(set) var walked: [WalkedUnit] = []
  /// What the combinations of values are that the partition's events have.
  private var combinations: ValueCombinations
  private var events: [UnitEvent] = []
  private(set) var unit: [UnitEvent] = []
  /// What of a unit's events had been seen when a day stood as it is tallied.
  var seen: [UnitEvent] = []
  /// Whether the finder still holds the walk of all the unit's events.
  var isWalkWhole = false
  private var sessionEnds: [Int] = []
  var rowValues: [UInt32]
  private var sessionPlaces: [Int] = []

  init(_ shared: Setting) {
    var setting = shared
    setting.book = shared.book.separate
    self.setting = setting
    finders = setting.book.rules.map { AttemptFinder(rules: $0) }
    setCounts = Array(repeating: 0, count: setting.words.sets.count)
    user = UserHistory(fieldCount: setting.words.valueFieldCount)
    combinations = setting.words.combinations
    rowValues = Array(repeating: 0, count: setting.fields.breakdown.count)
    let variantBound = setting.words.values[0].count + 1
    var choice = TallySheet.Choice.all
    switch setting.purpose {
    case .tally(let rows):
      choice = rows
      sheet = TallySheet(choice: choice, totals: setting.totals)
      unitsOfRow = []
      unitsOfVariant = []
    case .countRows:
      sheet = TallySheet(choice: .all, totals: nil)
      unitsOfRow = Array(repeating: 0, count: setting.rows.bound)
      unitsOfVariant = Array(repeating: 0, count: setting.variantChoice == nil ? 0 : variantBound)
    }
    daySheet = DaySheet(choice: choice, stepCount: setting.stepCount)
    variantSheet = TallySheet(choice: setting.variantChoice ?? .all, totals: nil)
  }

  /// Walks all users of a partition.
  mutating func walk(_ partition: PreparedPartition) {
    combinations = partition.combinations
    counts.duplicate += partition.duplicate
    counts.events += partition.events.count
    for number in 0..<partition.userCount { walk(partition.events, partition.range(ofUser: number)) }
    if let file = setting.timeFile { spillTimes(to: file) }
  }

  /// Puts the lists of times into a file once they take more memory than they may.
  private mutating func spillTimes(to file: TimeFile) {
    var held = 0
    changeTimes { held += $0.heldCount }
    if held > file.heldLimit / max(1, setting.plan.threads) { changeTimes { $0.spill(to: file) } }
  }

  private mutating func changeTimes(_ change: (inout Times) -> Void) {
    sheet.changeTimes(change)
    variantSheet.changeTimes(change)
    daySheet.changeTimes(change)
  }

  private mutating func walk(_ stored: [StoredEvent], _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    user.read(stored, range, combinations, setting.bounds)
    aftermath.beginUser()
    if user.isMixed { counts.mixedVariants += 1 }
    let flow = setting.book.index(ofVariant: variantNumber)
    collect(stored, range, flow)
    if user.isMixed, setting.plan.rules.mixed == .exclude {
      addStandingDays(beforeMixing: stored, range)
      return
    }
    guard user.isCounted else { return }

    sessionPlaces.removeAll(keepingCapacity: true)
    var isKept = false
    switch setting.plan.rules.unit {
    case .user:
      swap(&unit, &events)
      if let place = walkUnit(flow, newest: user.newest, session: nil, of: stored, range) {
        isKept = true
        for session in user.sessions { countSession(session, in: place) }
      }
    case .session:
      gatherSessions()
      for index in user.sessions.indices where user.sessions[index].isCounted {
        let begin = index == 0 ? 0 : sessionEnds[index - 1]
        unit.removeAll(keepingCapacity: true)
        unit.append(contentsOf: events[begin..<sessionEnds[index]])
        if let place = walkUnit(flow, newest: user.sessions[index].last, session: index, of: stored, range) {
          isKept = true
          countSession(user.sessions[index], in: place)
        }
      }
    }
    sheet.addSessionUser(to: sessionPlaces)
    if isKept { counts.users += 1 } else { counts.excludedUsers += 1 }
  }

  /// Collects the user's events that bear signals of its flow, in the order of section 5.
  private mutating func collect(_ stored: [StoredEvent], _ range: Range<Int>, _ index: Int) {
    let rules = setting.book.rules[index]
    let localSets = rules.flow.localSets
    events.removeAll(keepingCapacity: true)
    if range.count > Self.manyEvents { events.reserveCapacity(range.count) }
    for place in range {
      let signals = stored[place].signals
      guard signals != 0 else { continue }
      if signals & StoredEvent.unknownStep != 0 { counts.unknownStep += 1 }
      let set = Int(stored[place].signalSet)
      setCounts[set] += 1
      let local = localSets[set]
      guard local != 0 else { continue }
      events.append(
        UnitEvent(
          time: stored[place].time, duration: stored[place].duration, session: stored[place].session,
          signals: local, tieOrder: stored[place].identity))
    }
    if !rules.flow.keepsOrder { events.sort { $0.precedes($1) } }
    if setting.plan.eventDetail == .everything { trail = UserTrail(stored, range, rules.flow) }
  }

  /// Puts the user's events together by session, each session's in order.
  private mutating func gatherSessions() {
    sessionEnds.removeAll(keepingCapacity: true)
    sessionEnds.append(contentsOf: repeatElement(0, count: user.sessions.count))
    for event in events { sessionEnds[Int(event.session)] += 1 }
    var sum = 0
    for session in sessionEnds.indices { (sessionEnds[session], sum) = (sum, sum + sessionEnds[session]) }
    unit = events
    for event in unit {
      events[sessionEnds[Int(event.session)]] = event
      sessionEnds[Int(event.session)] += 1
    }
  }

  /// Walks the unit whose events stand in `unit`; the result is the place of its row's tally, nil where `--where` leaves
  /// it out or rows are only counted.
  private mutating func walkUnit(
    _ flow: Int, newest: Int64, session: Int?, of stored: [StoredEvent], _ range: Range<Int>
  ) -> Int? {
    let place = tallyUnit(flow, newest: newest, of: stored, range)
    if setting.frame?.standing.isEmpty == false, case .tally = setting.purpose, !unit.isEmpty {
      addStandingDays(of: SeenUnit(flow: flow, session: session, newest: newest, stored: stored, range: range))
    }
    return place
  }

  private mutating func tallyUnit(
    _ flow: Int, newest: Int64, of stored: [StoredEvent], _ range: Range<Int>
  ) -> Int? {
    let found = unit.isEmpty ? .noEntry : findAttempt(flow, newest: newest)
    let walk = finders[flow].attempt
    let entry = found == .attempt ? unit[walk.entry].time : nil
    let isKept = setting.fields.keep(user, entry: entry)
    if setting.plan.eventDetail == .everything {
      walked.append(
        WalkedUnit(
          events: unit, found: found, candidates: unit.isEmpty ? [] : finders[flow].candidates, walk: walk, flow: flow,
          isKept: isKept))
    }
    guard isKept else { return nil }
    if found == .noEntry, !unit.isEmpty { counts.withoutEntry += 1 }
    for field in rowValues.indices {
      rowValues[field] = setting.fields.value(of: setting.fields.breakdown[field], user, entry: entry)
    }
    let row = setting.rows.row(rowValues)
    if case .countRows = setting.purpose {
      while row >= unitsOfRow.count { unitsOfRow.append(0) }
      unitsOfRow[row] += 1
      if !unitsOfVariant.isEmpty { unitsOfVariant[Int(variantNumber)] += 1 }
      return nil
    }
    let rules = setting.book.rules[flow]
    let place = sheet.place(ofRow: row, steps: rules.flow.steps)
    sheet.change(place) { $0.units += 1 }
    let variantPlace = setting.variantChoice.map { _ in
      variantSheet.place(ofRow: Int(variantNumber), steps: rules.flow.steps)
    }
    if let variantPlace { variantSheet.change(variantPlace) { $0.units += 1 } }
    guard let entry else { return place }
    let isOpen = rules.deadline(from: entry) >= setting.asOf
    let isRecent = setting.asOf - newest <= setting.plan.rules.sessionGap.microseconds
    let attempt = CountedAttempt(
      end: walk.isDismissed ? .dismissed : isOpen && isRecent ? .inProgress : .dropped,
      isOpen: isOpen,
      conversionTime: walk.conversion.map { unit[$0].time - entry },
      isSameSession: walk.conversion.map { unit[$0].session == unit[walk.entry].session } ?? false)
    sheet.change(place) { $0.add(attempt, walk, rules) }
    switch setting.plan.eventDetail {
    case .none: break
    case .following where walk.endsSomewhere(rules):
      let following = aftermath.following(
        walk.lastAct, of: unit, among: stored, range, rules.flow, setting.words, combinations,
        setting.plan.definition)
      sheet.change(place) { $0.add(following, walk, rules) }
    case .following: break
    case .everything: walked[walked.count - 1].attempt = attempt
    }
    if let variantPlace { variantSheet.change(variantPlace) { $0.add(attempt, walk, rules) } }
    if let frame = setting.frame {
      daySheet.add(attempt, walk, row: row, day: frame.calendar.day(of: entry), steps: rules.flow.steps)
    }
    return place
  }

  /// The number of the user's variant as it is printed.
  private var variantNumber: UInt32 { user.variant == 0 ? setting.words.noneNumbers[0] : user.variant }

  private mutating func countSession(_ session: UserHistory.Session, in place: Int) {
    guard setting.bounds.contains(session.first) else { return }
    counts.sessions += 1
    sheet.change(place) { $0.sessions.add(events: session.events, length: session.last - session.first) }
    if !sessionPlaces.contains(place) { sessionPlaces.append(place) }
  }
}
