import FunnelModel

/// A `FieldTree` as the scanner walks it: rows of plain numbers, and the fields' places by node.
///
/// Immutable once made, so workers may share it.
@safe
final class FieldTables: @unchecked Sendable {
  /// What the scanner needs to know of a node.
  struct Node {
    /// Where its hash table begins in `buckets`.
    var firstBucket: UInt32
    /// How far a hash is moved down to be a place in its table.
    var shift: UInt32
    /// Its children that are array indices, as a range of `elements`.
    var firstElement: UInt32
    var endElement: UInt32
    /// The first node that is no longer below it.
    var end: UInt32
  }

  /// A key that is asked for.
  struct Key {
    /// Its first eight bytes, those it does not have being 0.
    var head: UInt64
    var length: UInt32
    /// Where the rest of its bytes begins in `keyBytes`.
    var rest: UInt32
    var node: UInt32
    /// The next key of the same bucket; 0 is none.
    var next: UInt32
  }

  /// A child that is an array's element.
  struct Element {
    var index: Int
    var node: Int
  }

  let nodes: Cells<Node>
  let buckets: Cells<UInt32>
  let keys: Cells<Key>
  let keyBytes: Cells<UInt8>
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

  /// Keys told apart by this: an odd number with well-mixed bits (the golden ratio's).
  static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The tables of a plan.
  init(plan: ReadingPlan) {
    var paths = EventField.allCases.filter { $0 != .version && $0 != .platform }.flatMap { plan.places[$0] }
    for value in plan.values {
      switch value {
      case .variant: break
      case .version: paths += plan.places[.version]
      case .path(let path): paths.append(path)
      }
    }
    let tree = FieldTree(paths)

    var nodes: [Node] = []
    var buckets: [UInt32] = []
    var keys = [Key(head: 0, length: 0, rest: 0, node: 0, next: 0)]
    var keyBytes: [UInt8] = []
    var elements: [Element] = []
    for node in tree.nodes {
      var bits = 1
      while 1 << bits < 4 * node.children.count { bits += 1 }
      let first = buckets.count
      buckets += [UInt32](repeating: 0, count: 1 << bits)
      let firstElement = elements.count
      for child in node.children {
        let bytes = tree.nodes[child].key.bytes
        let head = bytes.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let bucket = first + FieldTables.bucket(head: head, length: bytes.count, shift: 64 - bits)
        keys.append(
          Key(
            head: head, length: UInt32(bytes.count), rest: UInt32(keyBytes.count), node: UInt32(child),
            next: buckets[bucket]))
        buckets[bucket] = UInt32(keys.count - 1)
        keyBytes += bytes.dropFirst(8)
        if let index = FieldTables.elementIndex(bytes) { elements.append(Element(index: index, node: child)) }
      }
      nodes.append(
        Node(
          firstBucket: UInt32(first), shift: UInt32(64 - bits), firstElement: UInt32(firstElement),
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
    self.buckets = Cells(buckets)
    self.keys = Cells(keys)
    self.keyBytes = Cells(keyBytes)
    self.elements = Cells(elements)
    self.places = Cells(places)
    self.fields = fields
    longestKey = tree.nodes.map(\.key.bytes.count).max() ?? 0
  }

  deinit {
    nodes.release()
    buckets.release()
    keys.release()
    keyBytes.release()
    elements.release()
    places.release()
  }

  /// The places of a field, as a range of `places`.
  func range(of field: EventField) -> PlaceRange {
    fields[field] ?? PlaceRange()
  }

  /// Where in its table a key is looked for.
  @inline(__always)
  static func bucket(head: UInt64, length: Int, shift: Int) -> Int {
    // Arithmetic on the hash is meant to wrap.
    Int(
      truncatingIfNeeded: ((head &+ UInt64(truncatingIfNeeded: length)) &* multiplier)
        &>> UInt64(truncatingIfNeeded: shift))
  }

  /// The number that a path's component is as an array index: digits without needless zeros, or nil.
  private static func elementIndex(_ bytes: [UInt8]) -> Int? {
    guard bytes.allSatisfy(Ascii.isDigit), bytes.count == 1 || bytes.first != Ascii.zero else { return nil }
    return Int(String(decoding: bytes, as: UTF8.self))
  }
}
