import FunnelModel

/// The paths that are asked of a source's records: those of keys and indices as the scanner follows them, and what is found
/// only by a look at elements and keys.
///
/// Immutable once made, so workers may share it. Sound because its rows are numbered by the tree that made them.
@safe
final class RecordTree: @unchecked Sendable {
  /// What the walker needs to know of a node beside its keys.
  struct Node {
    var firstChoice: UInt32
    var endChoice: UInt32
    var firstBeginning: UInt32
    var endBeginning: UInt32
    /// The child that stands for every element; 0 is none.
    var each: UInt32
    /// The first node that is no longer below it.
    var end: UInt32
  }

  /// A choice of elements.
  struct Choice {
    var member: Range<Int>
    var value: Range<Int>
    /// The first eight bytes of the value, those it does not have being 0.
    var head: UInt64
    var isBeginning: Bool
    var node: Int
  }

  /// The tables of keys and indices.
  let tables: FieldTables
  let nodes: Cells<Node>
  let choices: Cells<Choice>
  /// Beginnings of keys: their bytes, and the node they lead to.
  let beginnings: Cells<(bytes: Range<Int>, node: Int)>
  /// The bytes of members and values.
  let bytes: Cells<UInt8>
  /// The nodes with choices or beginnings that the scanner gets to.
  let looked: [Int]
  private let tree: FieldTree

  static let root = FieldTree.root

  /// The tree of some paths, and other keys for some of theirs.
  init(_ paths: some Sequence<FieldPath>, synonyms: [ByteText: ByteText] = [:]) {
    tree = FieldTree(paths)
    var nothing = ReadingPlan()
    nothing.places = FieldPlaces()
    tables = FieldTables(tree, plan: nothing, synonyms: synonyms)
    var nodes: [Node] = []
    var choices: [Choice] = []
    var beginnings: [(bytes: Range<Int>, node: Int)] = []
    var bytes: [UInt8] = []
    func keep(_ more: [UInt8]) -> Range<Int> {
      bytes += more
      return bytes.count - more.count..<bytes.count
    }
    for node in tree.nodes {
      var row = Node(
        firstChoice: UInt32(choices.count), endChoice: 0, firstBeginning: UInt32(beginnings.count), endBeginning: 0,
        each: 0, end: UInt32(node.end))
      for child in node.children {
        switch PathComponent(tree.nodes[child].key) {
        case .key: break
        case .choice(let member, let value, let isBeginning):
          choices.append(
            Choice(
              member: keep(member), value: keep(value), head: WantedKeys.word(value.prefix(8)),
              isBeginning: isBeginning, node: child))
        case .each: row.each = UInt32(child)
        case .beginning(let beginning): beginnings.append((keep(beginning), child))
        }
      }
      row.endChoice = UInt32(choices.count)
      row.endBeginning = UInt32(beginnings.count)
      nodes.append(row)
    }
    looked = RecordTree.reached(tree).filter {
      nodes[$0].endChoice > nodes[$0].firstChoice || nodes[$0].endBeginning > nodes[$0].firstBeginning
    }
    self.nodes = Cells(nodes)
    self.choices = Cells(choices)
    self.beginnings = Cells(beginnings)
    self.bytes = Cells(bytes)
  }

  deinit {
    nodes.release()
    choices.release()
    beginnings.release()
    bytes.release()
  }

  /// The node at a path that the tree was made of.
  func node(_ path: FieldPath) -> Int { tree.node(path) }

  /// The nodes that keys and indices alone lead to, those above others first.
  private static func reached(_ tree: FieldTree) -> [Int] {
    var reached = [root]
    var next = 0
    while next < reached.count {
      reached += tree.nodes[reached[next]].children.filter {
        if case .key = PathComponent(tree.nodes[$0].key) { true } else { false }
      }
      next += 1
    }
    return reached
  }
}
