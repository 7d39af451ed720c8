extension ZoneTable {
  /// The widest that an offset and a change of offset may reach together: two days, in seconds.
  private static let reach: Int64 = 2 * 86_400

  /// Seconds that local clocks are ahead of UTC at a second since 1970 UTC.
  ///
  /// Costs a binary search over the zone's stretches.
  public func offset(at second: Int64) -> Int64 {
    stretches[indexOfStretch(at: second)].offset
  }

  /// The second since 1970 UTC at which local clocks show a local second (its date and time read as if they were UTC).
  ///
  /// A local time that occurs twice is the earlier; one that is skipped has the offset from before.
  /// `local` must be at least two days away from the ends of `Int64`.
  public func second(atLocal local: Int64) -> Int64 {
    guard stretches.count > 1 else { return local - stretches[0].offset }
    let index = indexOfStretch(atLocal: local)
    if isSkipped(local, stretch: index) { return local - stretches[index - 1].offset }
    return local - stretches[index].offset
  }

  /// The local date at a moment, as days since 1970-01-01.
  public func dayNumber(of moment: Moment) -> Int {
    let second = floored(moment.microseconds, by: 1_000_000)
    return Int(floored(second + offset(at: second), by: 86_400))
  }

  /// The first moment of a local date, given as days since 1970-01-01.
  ///
  /// Where midnight does not exist this is the moment at which clocks moved past it, and of a date that was left out
  /// whole the beginning of the date after it. The day ends where the next date begins, 23, 24 or 25 hours later.
  public func start(ofDay day: Int) -> Moment {
    let midnight = Int64(day) * 86_400
    var second = midnight - stretches[0].offset
    if stretches.count > 1 {
      let index = indexOfStretch(atLocal: midnight)
      let hasNoMidnight = isSkipped(midnight, stretch: index)
      second = hasNoMidnight ? stretches[index].begins : midnight - stretches[index].offset
    }
    return Moment(microseconds: second * 1_000_000)
  }

  /// The first moment of the local date that a moment lies in.
  public func startOfDay(containing moment: Moment) -> Moment {
    start(ofDay: dayNumber(of: moment))
  }

  private func indexOfStretch(at second: Int64) -> Int {
    var low = 0
    var high = stretches.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if stretches[middle].begins <= second { low = middle } else { high = middle }
    }
    return low
  }

  /// The first stretch in which the local second is not yet over.
  private func indexOfStretch(atLocal local: Int64) -> Int {
    var index = indexOfStretch(at: local - Self.reach)
    while index + 1 < stretches.count, local >= stretches[index + 1].begins + stretches[index].offset { index += 1 }
    return index
  }

  /// Whether no clock shows the local second: it lies before the first that its stretch shows.
  private func isSkipped(_ local: Int64, stretch index: Int) -> Bool {
    index > 0 && local < stretches[index].begins + stretches[index].offset
  }

  private func floored(_ value: Int64, by divisor: Int64) -> Int64 {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
