import FunnelModel

/// A `FieldTree` as the scanner walks it: rows of plain numbers, and the fields' places by node.
///
/// Immutable once made, so workers may share it.
@safe
final class FieldTables: @unchecked Sendable {
  /// What the scanner needs to know of a node.
  struct Node {
    /// Where its hash table begins among the buckets.
    var firstBucket: UInt32
    /// How far a hash is moved down to be a place in its table.
    var shift: UInt8
    /// What a key is multiplied by to be hashed.
    var multiplier: UInt64
    /// Its children that are array indices, as a range of `elements`.
    var firstElement: UInt32
    var endElement: UInt32
    /// The first node that is no longer below it.
    var end: UInt32

    /// Whether any of its children is an array index.
    var hasElements: Bool { endElement > firstElement }
  }

  /// A child that is an array's element.
  struct Element {
    var index: Int
    var node: Int
  }

  let nodes: Cells<Node>
  let wanted: WantedKeys
  let elements: Cells<Element>
  /// The longest key that is asked for.
  let longestKey: Int
  /// The nodes of all fields' places; `fields` says which are whose.
  let places: Cells<UInt32>
  /// Ranges of `places`, by the order of `EventField`.
  private let fields: [EventField: PlaceRange]
  /// How the plan's further values are found.
  let values: [ValueSource]

  /// Some neighbouring places.
  struct PlaceRange {
    var first = 0
    var end = 0
  }

  /// How a further value is found.
  enum ValueSource {
    /// The first of some places that holds text.
    case text(PlaceRange)
    /// Whatever stands at a node.
    case node(Int)
  }

  /// The tables of a plan.
  convenience init(plan: ReadingPlan) {
    var paths = EventField.allCases.filter { $0 != .version && $0 != .platform }.flatMap { plan.places[$0] }
    for value in plan.values {
      switch value {
      case .variant: break
      case .version: paths += plan.places[.version]
      case .path(let path): paths.append(path)
      }
    }
    self.init(FieldTree(paths), plan: plan)
  }

  /// The tables of a tree, and the fields' places of a plan whose paths it was made of.
  ///
  /// Components that are no keys and no indices are never met; `synonyms` are other keys for some of them.
  init(_ tree: FieldTree, plan: ReadingPlan, synonyms: [ByteText: ByteText] = [:]) {
    var nodes: [Node] = []
    var buckets: [UInt32] = []
    var keys = [WantedKeys.noKey]
    var keyBytes: [UInt8] = []
    var elements: [Element] = []
    for node in tree.nodes {
      let children = node.children.flatMap { child in
        let key = tree.nodes[child].key
        return [(key, child)] + (synonyms[key].map { [($0, child)] } ?? [])
      }
      let (shift, multiplier) = WantedKeys.hashing(of: children.map(\.0.bytes))
      let first = buckets.count
      buckets += [UInt32](repeating: 0, count: 1 << (64 - Int(shift)))
      let firstElement = elements.count
      for (key, child) in children {
        guard case .key(let bytes) = PathComponent(key) else { continue }
        let head = WantedKeys.word(bytes.prefix(8))
        let bucket =
          first + WantedKeys.bucket(head: head, length: bytes.count, shift: shift, multiplier: multiplier)
        keys.append(
          WantedKeys.Key(
            head: head, tail: WantedKeys.word(bytes.suffix(8)), tailMask: bytes.count > 8 ? .max : 0,
            length: UInt32(bytes.count), middle: UInt32(keyBytes.count), node: UInt32(child),
            hasBelow: tree.nodes[child].end > child + 1, next: buckets[bucket]))
        buckets[bucket] = UInt32(keys.count - 1)
        keyBytes += bytes.dropFirst(8).dropLast(8)
        if let index = FieldTables.elementIndex(bytes) { elements.append(Element(index: index, node: child)) }
      }
      nodes.append(
        Node(
          firstBucket: UInt32(first), shift: shift, multiplier: multiplier, firstElement: UInt32(firstElement),
          endElement: UInt32(elements.count), end: UInt32(node.end)))
    }

    var places: [UInt32] = []
    var fields: [EventField: PlaceRange] = [:]
    for field in EventField.allCases {
      let first = places.count
      places += plan.places[field].map { UInt32(tree.node($0)) }
      fields[field] = PlaceRange(first: first, end: places.count)
    }
    values = plan.values.map { value in
      switch value {
      case .variant: .text(fields[.variant] ?? PlaceRange())
      case .version: .text(fields[.version] ?? PlaceRange())
      case .path(let path): .node(tree.node(path))
      }
    }
    self.nodes = Cells(nodes)
    wanted = WantedKeys(buckets: buckets, keys: keys, bytes: keyBytes)
    self.elements = Cells(elements)
    self.places = Cells(places)
    self.fields = fields
    longestKey = (tree.nodes.map(\.key) + synonyms.values).map(\.bytes.count).max() ?? 0
  }

  deinit {
    nodes.release()
    wanted.release()
    elements.release()
    places.release()
  }

  /// The places of a field, as a range of `places`.
  func range(of field: EventField) -> PlaceRange {
    fields[field] ?? PlaceRange()
  }

  /// The number that a path's component is as an array index: digits without needless zeros, or nil.
  private static func elementIndex(_ bytes: [UInt8]) -> Int? {
    guard !bytes.isEmpty, bytes.allSatisfy(Ascii.isDigit), bytes.count == 1 || bytes.first != Ascii.zero else {
      return nil
    }
    return Int(String(decoding: bytes, as: UTF8.self))
  }
}
