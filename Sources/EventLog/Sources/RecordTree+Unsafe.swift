import FunnelModel

/// The paths that are asked of a source's records, as the walker follows them.
///
/// Immutable once made, so workers may share it. Sound because its rows are numbered by the tree that made them.
@safe
final class RecordTree: @unchecked Sendable {
  /// What the walker needs to know of a node.
  struct Node {
    var firstBucket: UInt32
    /// How many buckets it has, less one; a power of two less one.
    var mask: UInt32
    var firstChoice: UInt32
    var endChoice: UInt32
    var firstElement: UInt32
    var endElement: UInt32
    var firstBeginning: UInt32
    var endBeginning: UInt32
    /// The child that stands for every element; 0 is none.
    var each: UInt32
    /// The first node that is no longer below it.
    var end: UInt32
  }

  /// A key that is asked for.
  struct Key {
    /// Its first eight bytes, those it does not have being 0.
    var head: UInt64
    var length: UInt32
    /// Where all its bytes begin in `bytes`.
    var first: UInt32
    var node: UInt32
    /// The next key of the same bucket; 0 is none.
    var next: UInt32
  }

  /// A choice of elements.
  struct Choice {
    var member: Range<Int>
    var value: Range<Int>
    var isBeginning: Bool
    var node: Int
  }

  /// A child that is an array's element.
  struct Element {
    var index: Int
    var node: Int
  }

  let nodes: Cells<Node>
  let buckets: Cells<UInt32>
  let keys: Cells<Key>
  let choices: Cells<Choice>
  let elements: Cells<Element>
  /// Beginnings of keys: their bytes, and the node they lead to.
  let beginnings: Cells<(bytes: Range<Int>, node: Int)>
  /// The bytes of keys, members and values.
  let bytes: Cells<UInt8>
  private let tree: FieldTree

  static let root = FieldTree.root

  /// The tree of some paths.
  init(_ paths: some Sequence<FieldPath>) {
    tree = FieldTree(paths)
    var nodes: [Node] = []
    var buckets: [UInt32] = []
    var keys = [Key(head: 0, length: 0, first: 0, node: 0, next: 0)]
    var choices: [Choice] = []
    var elements: [Element] = []
    var beginnings: [(bytes: Range<Int>, node: Int)] = []
    var bytes: [UInt8] = []
    func keep(_ more: [UInt8]) -> Range<Int> {
      bytes += more
      return bytes.count - more.count..<bytes.count
    }
    for node in tree.nodes {
      var size = 1
      while size < 2 * node.children.count { size *= 2 }
      var row = Node(
        firstBucket: UInt32(buckets.count), mask: UInt32(size - 1), firstChoice: UInt32(choices.count), endChoice: 0,
        firstElement: UInt32(elements.count), endElement: 0, firstBeginning: UInt32(beginnings.count), endBeginning: 0,
        each: 0, end: UInt32(node.end))
      buckets += [UInt32](repeating: 0, count: size)
      for child in node.children {
        switch PathComponent(tree.nodes[child].key) {
        case .key(let key):
          let head = RecordTree.head(key)
          let bucket = Int(row.firstBucket) + RecordTree.hash(head, key.count) & Int(row.mask)
          keys.append(
            Key(
              head: head, length: UInt32(key.count), first: UInt32(keep(key).lowerBound), node: UInt32(child),
              next: buckets[bucket]))
          buckets[bucket] = UInt32(keys.count - 1)
          if let index = RecordTree.elementIndex(key) { elements.append(Element(index: index, node: child)) }
        case .choice(let member, let value, let isBeginning):
          choices.append(Choice(member: keep(member), value: keep(value), isBeginning: isBeginning, node: child))
        case .each: row.each = UInt32(child)
        case .beginning(let beginning): beginnings.append((keep(beginning), child))
        }
      }
      row.endChoice = UInt32(choices.count)
      row.endElement = UInt32(elements.count)
      row.endBeginning = UInt32(beginnings.count)
      nodes.append(row)
    }
    self.nodes = Cells(nodes)
    self.buckets = Cells(buckets)
    self.keys = Cells(keys)
    self.choices = Cells(choices)
    self.elements = Cells(elements)
    self.beginnings = Cells(beginnings)
    self.bytes = Cells(bytes)
  }

  deinit {
    nodes.release()
    buckets.release()
    keys.release()
    choices.release()
    elements.release()
    beginnings.release()
    bytes.release()
  }

  /// The node at a path that the tree was made of.
  func node(_ path: FieldPath) -> Int { tree.node(path) }

  static func head(_ key: [UInt8]) -> UInt64 {
    key.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
  }

  /// Where in its table a key is looked for, before the mask.
  @inline(__always)
  static func hash(_ head: UInt64, _ length: Int) -> Int {
    // Arithmetic on the hash is meant to wrap; the multiplier is the golden ratio's.
    let mixed = (head &+ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 40)
  }

  /// The number that a path's component is as an array index: digits without needless zeros, or nil.
  private static func elementIndex(_ bytes: [UInt8]) -> Int? {
    guard !bytes.isEmpty, bytes.allSatisfy(Ascii.isDigit), bytes.count == 1 || bytes.first != Ascii.zero else {
      return nil
    }
    return Int(String(decoding: bytes, as: UTF8.self))
  }
}
