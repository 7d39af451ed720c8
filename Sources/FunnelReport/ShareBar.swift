/// A bar of block characters for a share.
enum ShareBar {
  /// A bar of so many characters; a share above nothing shows at least one, a share below all leaves at least one out.
  static func text(_ share: Double, width: Int) -> String {
    var filled = Int((share * Double(width)).rounded())
    if share > 0 { filled = max(filled, 1) }
    if share < 1 { filled = min(filled, width - 1) }
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }
}
