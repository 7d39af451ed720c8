import FunnelModel

/// A source's rules and a reading plan, put together for the walker: which node each thing is looked for at.
///
/// Immutable once made, so workers may share it.
struct RecordPlan: Sendable {
  typealias Places = RecordRows.Range

  /// A demand on a record: at the first of some places that holds anything stands one of some texts, or anything.
  struct Condition: Sendable {
    var places: Places
    var values: RecordRows.Range
  }

  struct EventNaming: Sendable {
    var condition: Condition
    var places: Places
    /// Texts that go before and behind what stands there, by their place.
    var before: Int
    var after: Int
  }

  struct VariantPlace: Sendable {
    var places: Places
    var gate: Places
    var isPair: Bool
  }

  /// Where arms of experiments stand, as the table says it.
  enum ExperimentPlace: Sendable {
    case members(node: Int, beginning: [UInt8], arm: [UInt8])
    case elements(node: Int, key: [UInt8], beginning: [UInt8], arm: [[UInt8]])
    case named(keys: Places, labels: Places, arms: Places)
    case pairs(node: Int)
  }

  struct Link: Sendable {
    var condition: Condition
    var kind: IdentityLink.Kind
    var first: Places
    var firstNaming: IdentityKind
    var second: Places
    var secondNaming: IdentityKind
  }

  let tree: RecordTree
  let rows: RecordRows
  let format: SourceFormat
  let isNative: Bool
  let isUTC: Bool
  let event: Places
  let user: Places
  let anonymous: Places
  let time: Places
  let created: Places
  let sent: Places
  let received: Places
  let step: Places
  let duration: Places
  let skipped: Places
  let session: Places
  let id: Places
  let idParts: [Places]
  let variants: [VariantPlace]
  /// Where arms of experiments stand whose names nobody told; empty where the variant's place was named.
  let experiments: [ExperimentPlace]
  let namings: [EventNaming]
  let identity: [Condition]
  let links: [Link]
  /// Texts by their place among the literals, 0 where there is none.
  let anonymousBeginning: Int
  let anonymousWhen: Condition?
  let noSession: Int
  let experiment: Int
  let one: Int
  let truth: Int
  let embedded: [Int]
  let openings: [Int]
  let shipperTimes: Places
  /// Where lines stand that may be told in parts, what marks a part, and what tells one stream of lines from another.
  let splitText: Int
  let splitTags: Places
  let splitStreams: Places
  /// Where the array stands whose elements are events; 0: a record is one event.
  let explodes: Int
  /// How the plan's further values are found: the first of some places that holds anything.
  let values: [(places: Places, isText: Bool)]

  /// A source's plan.
  init(_ rules: SourceRules, plan: ReadingPlan) {
    let builder = Builder(rules: rules, plan: plan)
    let nativePlaces = plan.places
    func field(_ field: EventField) -> [[FieldPath]] {
      if let paths = plan.fields[field] { return builder.asked(paths) }
      if rules.isNative { return nativePlaces[field].map { builder.expanded($0) } }
      var places = (rules.places[field] ?? []).map { builder.path($0) }
      let parameter: String? =
        switch field {
        case .step: "step_id"
        case .duration: "duration_seconds"
        case .skipped: "skipped"
        case .variant: "variant"
        default: nil
        }
      if let parameter {
        places += rules.parameters.map { place in
          builder.path(place.split(separator: "%", omittingEmptySubsequences: false).joined(separator: parameter))
        }
      }
      return places
    }
    var demands: [EventField: [[FieldPath]]] = [:]
    for each in EventField.allCases { demands[each] = field(each) }
    func texts(_ paths: [String]) -> [[FieldPath]] { paths.map { builder.path($0) } }

    var variantDemands: [(path: [[FieldPath]], gate: [[FieldPath]], isPair: Bool)] = []
    let experimentPlaces = plan.fields[.variant] == nil ? rules.experiments : []
    if plan.fields[.variant] == nil {
      for place in rules.variants {
        // Where none was chosen arms are those of 'experiments', which say of which they are.
        if place.namesExperiment || !place.gate.isEmpty || place.isPair, plan.experiment == nil { continue }
        if plan.experiment != nil, !place.namesExperiment, place.gate.isEmpty, !place.isPair { continue }
        variantDemands.append((texts([place.path]), texts(place.gate), place.isPair))
      }
    }
    if plan.experiment == nil || rules.isNative || plan.fields[.variant] != nil {
      variantDemands.append((demands[.variant] ?? [], [], false))
    }

    let conditionPaths =
      rules.namings.map(\.condition) + rules.identity + rules.links.map(\.condition)
      + (rules.anonymousWhen.map { [$0] } ?? [])
    var all: [FieldPath] = demands.values.flatMap { $0.flatMap { $0 } }
    all += variantDemands.flatMap { ($0.path + $0.gate).flatMap { $0 } }
    for place in experimentPlaces {
      switch place {
      case .members(let path, _, _), .elements(let path, _, _, _), .pairs(let path): all.append(builder.container(path))
      case .named(let keys, let labels, let arms): all += texts(keys + labels + arms).flatMap { $0 }
      }
    }
    all += conditionPaths.flatMap { builder.path($0.path) }
    all += rules.namings.flatMap { texts($0.places).flatMap { $0 } }
    all += rules.links.flatMap { texts($0.first + $0.second).flatMap { $0 } }
    all += texts(rules.idParts).flatMap { $0 }
    all += rules.embedded.map { FieldPath(components: builder.components($0)) }
    let openings = SourceRules.openings.map { FieldPath(components: builder.components($0)) }
    let shippers = SourceRules.shipperTimes.map { [FieldPath(components: [ByteText($0)])] }
    let splitText = FieldPath(components: builder.components(SourceRules.splitText))
    let splitPaths = (SourceRules.splitTags + SourceRules.splitStreams).map {
      FieldPath(components: builder.components($0))
    }
    all += openings + shippers.flatMap { $0 } + splitPaths + [splitText]
    let valuePaths: [([[FieldPath]], Bool)] = plan.values.map { value in
      switch value {
      case .variant: ([], true)
      case .version: (demands[.version] ?? [], true)
      case .path(let path):
        if !rules.isNative, path.components == ["platform"] {
          (builder.asked([path]) + (demands[.platform] ?? []), false)
        } else {
          (builder.asked([path]), false)
        }
      }
    }
    all += valuePaths.flatMap { $0.0.flatMap { $0 } }
    let root = rules.root.isEmpty ? nil : FieldPath(components: builder.components(rules.root))
    if let root { all.append(root) }
    let tree = RecordTree(all, synonyms: rules.synonyms)
    self.tree = tree

    var rows = RecordRows.Builder()
    func places(_ demands: [[FieldPath]]) -> Places {
      rows.add(
        demands.flatMap { paths in
          paths.enumerated().map {
            RecordRows.Candidate(node: tree.node($1), isTyped: paths.count > 1 && $0 == paths.count - 1)
          }
        })
    }
    func places(of paths: [String]) -> Places { places(paths.map { builder.path($0) }) }
    func condition(_ condition: SourceRules.Condition) -> Condition {
      Condition(places: places(of: [condition.path]), values: rows.add(condition.values))
    }
    func places(_ field: EventField) -> Places { places(demands[field] ?? []) }
    func literal(_ text: String) -> Int { rows.add(Array(text.utf8)) }
    format = rules.format
    isNative = rules.isNative
    isUTC = rules.isUTC
    event = places(.event)
    user = places(.user)
    anonymous = places(.anonymous)
    time = places(.time)
    created = places(.created)
    sent = places(.sent)
    received = places(.received)
    step = places(.step)
    duration = places(.duration)
    skipped = places(.skipped)
    session = places(.session)
    id = places(.id)
    idParts = plan.fields[.id] == nil ? rules.idParts.map { places(of: [$0]) } : []
    variants = variantDemands.map {
      VariantPlace(places: places($0.path), gate: places($0.gate), isPair: $0.isPair)
    }
    experiments = experimentPlaces.map { place in
      switch place {
      case .members(let path, let beginning, let arm):
        .members(node: tree.node(builder.container(path)), beginning: Array(beginning.utf8), arm: Array(arm.utf8))
      case .elements(let path, let key, let beginning, let arm):
        .elements(
          node: tree.node(builder.container(path)), key: Array(key.utf8), beginning: Array(beginning.utf8),
          arm: arm.map { Array($0.utf8) })
      case .named(let keys, let labels, let arms):
        .named(keys: places(of: keys), labels: places(of: labels), arms: places(of: arms))
      case .pairs(let path): .pairs(node: tree.node(builder.container(path)))
      }
    }
    namings = (plan.fields[.event] == nil ? rules.namings : []).map {
      EventNaming(
        condition: condition($0.condition), places: places(of: $0.places), before: literal($0.before),
        after: literal($0.after))
    }
    identity = rules.identity.map(condition)
    links = rules.links.map {
      Link(
        condition: condition($0.condition), kind: $0.kind, first: places(of: $0.first), firstNaming: $0.firstNaming,
        second: places(of: $0.second), secondNaming: $0.secondNaming)
    }
    anonymousBeginning = plan.fields[.user] == nil ? literal(rules.anonymousBeginning) : 0
    anonymousWhen = plan.fields[.user] == nil ? rules.anonymousWhen.map(condition) : nil
    noSession = literal(rules.noSession)
    experiment = rows.add(builder.experiment?.bytes ?? [])
    one = literal("1")
    truth = literal("true")
    embedded = rules.embedded.map { tree.node(FieldPath(components: builder.components($0))) }
    self.openings = openings.map { tree.node($0) }
    shipperTimes = places(shippers)
    self.splitText = tree.node(splitText)
    splitTags = places(splitPaths.prefix(SourceRules.splitTags.count).map { [$0] })
    splitStreams = places(splitPaths.dropFirst(SourceRules.splitTags.count).map { [$0] })
    if let root, let first = root.components.firstIndex(of: "[]") {
      explodes = tree.node(FieldPath(components: Array(root.components[..<first])))
    } else {
      explodes = 0
    }
    values = valuePaths.map { (places($0.0), $0.1) }
    self.rows = RecordRows(rows)
  }

  /// Makes paths of what the table and the plan write.
  private struct Builder {
    let rules: SourceRules
    let plan: ReadingPlan

    /// A path of the table, below the root unless it begins with `^`, with the places of a typed value.
    func path(_ text: String) -> [FieldPath] {
      let isFromTop = text.hasPrefix("^")
      let below = components(isFromTop ? String(text.dropFirst()) : text)
      return expanded(FieldPath(components: (isFromTop ? [] : components(rules.root)) + below))
    }

    /// The path of an object or an array.
    func container(_ text: String) -> FieldPath {
      let isFromTop = text.hasPrefix("^")
      return FieldPath(
        components: (isFromTop ? [] : components(rules.root)) + components(isFromTop ? String(text.dropFirst()) : text))
    }

    /// The experiment that was chosen, without what its source puts before every name, such as `firebase_exp_`.
    var experiment: ByteText? {
      guard let chosen = plan.experiment else { return nil }
      let beginnings = rules.experiments.map(\.beginning).filter { !$0.isEmpty }
      guard let beginning = beginnings.first(where: { chosen.bytes.starts(with: $0.utf8) }),
        chosen.bytes.count > beginning.utf8.count
      else { return chosen }
      return ByteText(bytes: Array(chosen.bytes.dropFirst(beginning.utf8.count)))
    }

    /// The components of a path of the table; none of an empty one.
    func components(_ text: String) -> [ByteText] {
      guard let path = FieldPath(dotted: text) else { return [] }
      guard let experiment else { return path.components }
      return path.components.map { part in
        let pieces = part.string.split(separator: "{}", omittingEmptySubsequences: false)
        return pieces.count == 1 ? part : ByteText(pieces.joined(separator: experiment.string))
      }
    }

    /// The paths that a person asked for: where records hold several events, from the event's root, else from the record's.
    func asked(_ paths: [FieldPath]) -> [[FieldPath]] {
      if rules.root.isEmpty { return paths.map(expanded) }
      let root = components(rules.root)
      return paths.flatMap { [expanded(FieldPath(components: root + $0.components)), expanded($0)] }
    }

    /// A path, after the places of the members of a typed value where it leads to one.
    func expanded(_ path: FieldPath) -> [FieldPath] {
      let last = path.components.count - 2
      let isTyped = last >= 0 && { if case .choice = PathComponent(path.components[last]) { true } else { false } }()
      guard isTyped || rules.hasExtendedValues else { return [path] }
      let members = isTyped ? SourceRules.typedMembers : SourceRules.extendedMembers
      return members.map { member in
        FieldPath(components: path.components + member.split(separator: ".").map { ByteText($0) })
      } + [path]
    }
  }
}
