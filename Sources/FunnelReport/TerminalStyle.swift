/// What the terminal that a report is shown on can do; the caller finds out.
public struct TerminalStyle: Hashable, Sendable {
  /// How many columns it has; a report takes no more, but for fewer than 20 it is laid out as for 20.
  public var width: Int
  /// Whether it is to get colour.
  public var colour: TerminalColour

  /// A terminal of so many columns.
  public init(width: Int = 80, colour: TerminalColour = .none) {
    self.width = width
    self.colour = colour
  }
}

/// Whether a terminal is to get colour.
public enum TerminalColour: Sendable {
  /// Text alone.
  case none
  /// The sequences of ECMA-48 for weight and the eight basic colours.
  case basic
}
