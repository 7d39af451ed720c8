/// Writes the report for people for a terminal: aligned by display width, no line wider than the terminal.
struct TextWriter {
  private let style: TerminalStyle
  private let width: Int

  /// A writer for a terminal.
  init(style: TerminalStyle) {
    self.style = style
    width = max(20, style.width)
  }

  /// The whole report.
  func write(_ document: ReportDocument) -> [UInt8] {
    var parts = [StyledText(document.title, .heading).wrapped(to: width)]
    for section in document.sections {
      if let heading = section.heading { parts.append(StyledText(heading, .heading).wrapped(to: width)) }
      parts += section.blocks.map(lines).filter { !$0.isEmpty }
    }
    let text = parts.map { lines in
      lines.map { $0.rendered(style.colour) + "\n" }.joined()
    }
    return Array(text.joined(separator: "\n").utf8)
  }

  private func lines(_ block: ReportDocument.Block) -> [StyledText] {
    switch block {
    case .subheading(let heading): StyledText(heading, .strong).wrapped(to: width)
    case .paragraph(let prose): StyledText(prose).wrapped(to: width)
    case .bullets(let items): items.flatMap(bullet)
    case .table(let table): TextTable(table, width: width).lines
    case .figures: []
    }
  }

  private func bullet(_ item: Prose) -> [StyledText] {
    StyledText(item).wrapped(to: width - 2).enumerated().map { place, line in
      StyledText(place == 0 ? "• " : "  ") + line
    }
  }
}
