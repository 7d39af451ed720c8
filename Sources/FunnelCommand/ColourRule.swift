/// When the text format is given colour.
enum ColourRule: String, CaseIterable {
  /// Where a terminal takes it and the environment (`NO_COLOR`, `TERM`) does not refuse it.
  case auto
  /// Into files and pipes too, whatever the environment says.
  case always
  /// Nowhere.
  case never
}
