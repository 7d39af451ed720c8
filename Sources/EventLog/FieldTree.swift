import FunnelModel

/// The paths that a plan asks for, put together as one tree of keys.
///
/// Node 0 stands for "nothing that is asked for", node 1 for an event's root. The nodes below another are numbered right
/// after it, so that what was found under a key can be made void by a range.
struct FieldTree {
  /// A place in an event that is asked for, or that something asked for lies below.
  struct Node {
    let key: ByteText
    var children: [Int] = []
    /// The first number that is no longer below it.
    var end = 0
  }

  static let root = 1

  private(set) var nodes: [Node] = []
  private var numbers: [[ByteText]: Int] = [:]

  /// The tree of these paths.
  init(_ paths: some Sequence<FieldPath>) {
    var below: [[ByteText]: [ByteText]] = [:]
    for path in paths {
      for depth in 0..<path.components.count {
        let parent = Array(path.components[..<depth])
        let key = path.components[depth]
        if below[parent]?.contains(key) != true { below[parent, default: []].append(key) }
      }
    }
    nodes = [Node(key: "")]
    // An own stack: a path may be longer than a thread's stack is deep.
    var open: [(path: [ByteText], parent: Int)] = [([], 0)]
    while let (path, parent) = open.popLast() {
      let number = nodes.count
      nodes.append(Node(key: path.last ?? ""))
      numbers[path] = number
      if parent > 0 { nodes[parent].children.append(number) }
      for key in (below[path] ?? []).reversed() { open.append((path + [key], number)) }
    }
    for number in nodes.indices.reversed() {
      nodes[number].end = nodes[number].children.last.map { nodes[$0].end } ?? number + 1
    }
  }

  /// The node at a path that the tree was made of.
  func node(_ path: FieldPath) -> Int {
    numbers[path.components] ?? 0
  }
}
