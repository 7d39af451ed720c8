import FunnelModel

/// A row of Elasticsearch's bulk interface that says what to do with the row behind it, and is no record itself.
enum BulkAction {
  private static let actions: Set<ByteText> = ["index", "create", "update", "delete"]
  /// What such a row says beside what begins with an underscore.
  private static let settings: Set<ByteText> = [
    "routing", "pipeline", "require_alias", "version", "version_type", "retry_on_conflict", "if_seq_no",
    "if_primary_term", "dynamic_templates", "list_executed_pipelines", "require_data_stream",
  ]

  /// Whether an object is such a row.
  static func isOne(_ object: JSONValue) -> Bool {
    guard case .object(let members) = object.content, members.count == 1, let member = members.first,
      actions.contains(member.key), case .object(let inner) = member.value.content
    else { return false }
    return inner.allSatisfy { $0.key.bytes.first == 0x5F || settings.contains($0.key) }
  }
}
