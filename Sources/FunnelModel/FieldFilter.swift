/// A demand on one field: its text is one of some values (`--only`, `--where`).
///
/// Of several filters all must hold; values of one field given in several options stand together in one filter.
public struct FieldFilter: Hashable, Sendable {
  /// The field that is looked at.
  public let field: FieldReference
  /// The values of which one must be the field's text; at least one.
  public var values: [ByteText]

  /// A filter on a field.
  public init(field: FieldReference, values: [ByteText]) {
    self.field = field
    self.values = values
  }
}
