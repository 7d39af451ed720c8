import FunnelModel

/// A picture of the report with the words under which it stands.
struct Figure: Sendable {
  /// What the picture shows.
  let caption: Prose
  /// What its marks mean.
  let legend: [Legend]
  /// The picture itself.
  let picture: any Picture

  /// A mark and what it means.
  struct Legend: Sendable {
    /// How the mark looks.
    let mark: Mark
    /// What it means.
    let words: String
  }

  /// How a mark looks.
  enum Mark: Sendable {
    /// An area of the style of that name.
    case area(String)
    /// An upright line of the style of that name.
    case line(String)
    /// A bar across, of the style of that name.
    case bar(String)
    /// A point of the style of that name.
    case point(String)
  }
}
