import FunnelModel

/// What section 6 says of the time that passing a step took.
enum PlainDuration: Hashable {
  /// Microseconds.
  case known(Int64)
  /// There is none.
  case none
  /// "There was another event to measure from, in another session".
  case spanning

  /// The duration of a step that a walk passes at a stop, before the pass is noted in the walk.
  init(passing place: Int, at index: Int, reported: Int64?, in walk: PlainWalk) {
    let stops = walk.unit.stops
    // "The duration that its passing event reports."
    if let reported {
      self = .known(reported)
      return
    }
    // "Else passing time less the step's first `started` event, since it became current, that lies in the session of
    // the passing event and is another event."
    let others = (walk.starts[place] ?? []).filter { $0 != index }
    if let start = others.first(where: { stops[$0].session == stops[index].session }) {
      self = .known(stops[index].event.time - stops[start].event.time)
      return
    }
    if !others.isEmpty {
      self = .spanning
      return
    }
    // "Else, if it was never started by another event, passing time less the time of the pass before it in the
    // attempt, or of the entry for the first, if that is another event of the same session."
    let before = walk.passes.last?.stop ?? walk.entry
    if before == index {
      self = .none
    } else if stops[before].session == stops[index].session {
      self = .known(stops[index].event.time - stops[before].event.time)
    } else {
      self = .spanning
    }
  }
}
