import FunnelModel

/// What a component of a path asks for.
enum PathComponent {
  /// The member of this key, or the element of this index.
  case key([UInt8])
  /// The elements of an array that have a member of this value, or of a value that begins so.
  case choice(member: [UInt8], value: [UInt8], isBeginning: Bool)
  /// Every element of an array, each an event of its own.
  case each
  /// The member whose key begins so, of those that are not null the last.
  case beginning([UInt8])

  /// What a component says.
  init(_ component: ByteText) {
    let bytes = component.bytes
    guard bytes.count >= 2, bytes.first == 0x5B, bytes.last == 0x5D else {
      self = .key(bytes)
      return
    }
    let inner = Array(bytes.dropFirst().dropLast())
    if inner.isEmpty {
      self = .each
    } else if inner.first == 0x2A {
      self = .beginning(Array(inner.dropFirst()))
    } else if let equals = inner.firstIndex(of: 0x3D), equals > 0 {
      let value = Array(inner[(equals + 1)...])
      let isBeginning = value.last == 0x2A
      self = .choice(
        member: Array(inner[..<equals]), value: isBeginning ? Array(value.dropLast()) : value, isBeginning: isBeginning)
    } else {
      self = .key(bytes)
    }
  }
}
