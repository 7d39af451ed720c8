import FunnelModel

/// Writes the report for people as Markdown, with tables in GitHub's manner.
///
/// Text from outside stands in code spans, in which no dialect sees tags, links or emphasis; what could end the span, the
/// cell or the line is written in another way.
struct MarkdownWriter {
  /// The whole report.
  func write(_ document: ReportDocument) -> [UInt8] {
    var parts = ["# " + text(document.title)]
    for section in document.sections {
      if let heading = section.heading { parts.append("## " + text(heading)) }
      parts += section.blocks.compactMap(block)
    }
    return Array((parts.joined(separator: "\n\n") + "\n").utf8)
  }

  private func block(_ block: ReportDocument.Block) -> String? {
    switch block {
    case .subheading(let heading): "### " + text(heading)
    case .paragraph(let prose): text(prose)
    case .bullets(let items): items.map { "- " + text($0) }.joined(separator: "\n")
    case .table(let table): self.table(table)
    case .figures: nil
    }
  }

  private func table(_ table: DisplayTable) -> String {
    let lines = [table.columns.map { text($0.heading) }] + table.rows.map { $0.map(cell) }
    // A very long name widens its own line only.
    let widths = table.columns.indices.map { column in
      min(40, max(3, lines.map { $0[column].displayWidth }.max() ?? 0))
    }
    let rule = zip(table.columns, widths).map { column, width in
      switch column.alignment {
      case .left: String(repeating: "-", count: width)
      case .right: String(repeating: "-", count: width - 1) + ":"
      }
    }
    var rows = lines.map { line in
      zip(table.columns.indices, line).map { index, cell in
        padded(cell, to: widths[index], table.columns[index].alignment)
      }
    }
    rows.insert(rule, at: 1)
    return rows.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }

  private func padded(_ cell: String, to width: Int, _ alignment: DisplayTable.Alignment) -> String {
    let space = String(repeating: " ", count: max(0, width - cell.displayWidth))
    return alignment == .left ? cell + space : space + cell
  }

  private func cell(_ cell: DisplayTable.Cell) -> String {
    switch cell {
    case .words(let prose): text(prose)
    case .bar(let share):
      ShareBar.text(share, width: 10) + " " + text(Prose(runs: [.plain(PlainNumber.percent(share))]))
    }
  }

  private func text(_ prose: Prose) -> String {
    prose.runs.map { run in
      switch run {
      case .plain(let words): words.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      case .strong(let words): "**" + words.replacing("<", with: "&lt;").replacing(">", with: "&gt;") + "**"
      case .name(let name): code(name)
      }
    }.joined()
  }

  /// Text from outside in code spans; a `|`, which ends a cell even there, stands between two of them as an entity.
  private func code(_ name: ByteText) -> String {
    guard !name.isEmpty else { return "(empty)" }
    return name.visible.split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : span(String($0)) }
      .joined(separator: "&#124;")
  }

  private func span(_ text: String) -> String {
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    let touches = text.hasPrefix("`") || text.hasSuffix("`") || (text.hasPrefix(" ") && text.hasSuffix(" "))
    let space = touches && text.contains { $0 != " " } ? " " : ""
    return fence + space + text + space + fence
  }
}
