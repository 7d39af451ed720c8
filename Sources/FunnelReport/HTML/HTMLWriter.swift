import FunnelModel

/// Writes the report for people as one HTML page that needs nothing but itself.
///
/// The page holds its style and its pictures, runs no script and asks for nothing; its policy forbids all of that, so
/// that no name from a log could bring it about. Names stand in isolation from the direction of what surrounds them.
struct HTMLWriter {
  /// The whole report.
  func write(_ document: ReportDocument) -> [UInt8] {
    var figures = 0
    let sections = document.sections.enumerated().map { section($1, number: $0, figures: &figures) }
    let page: Markup = .tag(
      "html", ["lang": "en", "dir": "ltr"],
      [
        head(document), .tag("body", [:], [HTMLStyle.patterns, .tag("main", [:], [heading(document)] + sections)]),
      ])
    return Array(("<!DOCTYPE html>\n" + page.rendered).utf8)
  }

  private func head(_ document: ReportDocument) -> Markup {
    .tag(
      "head", [:],
      [
        .tag("meta", ["charset": "utf-8"]),
        .tag("meta", ["http-equiv": "Content-Security-Policy", "content": HTMLStyle.policy]),
        .tag("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
        .tag("meta", ["name": "color-scheme", "content": "light dark"]),
        .tag("meta", ["name": "referrer", "content": "no-referrer"]),
        .tag("title", text: document.title.shown),
        .tag("style", [:], [.verbatim(HTMLStyle.sheet)]),
      ])
  }

  private func heading(_ document: ReportDocument) -> Markup {
    let links = document.sections.enumerated().compactMap { number, section in
      section.heading.map { heading in
        Markup.tag("li", [:], [.tag("a", ["href": "#part-\(number)"], text: heading.shown)])
      }
    }
    return .tag(
      "header", [:],
      [
        .tag("h1", [:], prose(document.title)),
        .tag("nav", ["aria-label": "Parts of the report"], [.tag("ul", [:], links)]),
      ])
  }

  private func section(_ section: ReportDocument.Section, number: Int, figures: inout Int) -> Markup {
    var children = section.heading.map { [Markup.tag("h2", [:], prose($0))] } ?? []
    var caption = section.heading ?? ""
    for block in section.blocks {
      if case .subheading(let words) = block { caption = words }
      children.append(self.block(block, caption: caption, figures: &figures))
    }
    return .tag("section", ["id": "part-\(number)", "class": section.heading == nil ? "lead" : "part"], children)
  }

  private func block(_ block: ReportDocument.Block, caption: Prose, figures: inout Int) -> Markup {
    switch block {
    case .subheading(let heading): .tag("h3", [:], prose(heading))
    case .paragraph(let words): .tag("p", [:], prose(words))
    case .bullets(let items): .tag("ul", [:], items.map { .tag("li", [:], prose($0)) })
    case .table(let table): self.table(table, caption: caption)
    case .figures(let row, let note): self.figures(row, note: note, numbers: &figures)
    }
  }

  private func figures(_ row: [Figure], note: Prose?, numbers: inout Int) -> Markup {
    var drawn = note.map { [Markup.tag("p", ["class": "note"], prose($0))] } ?? []
    for figure in row {
      numbers += 1
      let legend = figure.legend.map { Markup.tag("li", [:], [HTMLStyle.swatch($0.mark), .text($0.words)]) }
      drawn.append(
        .tag(
          "figure", [:],
          [
            .tag("figcaption", [:], prose(figure.caption)), .tag("ul", ["class": "legend"], legend),
            figure.picture.drawn(number: numbers),
          ]))
    }
    return .tag("div", ["class": "figures"], drawn)
  }

  private func table(_ table: DisplayTable, caption: Prose) -> Markup {
    let heads = table.columns.map { column in
      Markup.tag("th", ["scope": "col"], prose(column.heading)).with(style(of: column))
    }
    let wide = table.columns.indices.map { column in table.rows.contains { self.isSentence($0[column]) } }
    // The first column of words names the row; where there is none the row has no name but its place.
    let named = table.columns.firstIndex { $0.alignment == .left }
    let rows = table.rows.map { row in
      Markup.tag(
        "tr", [:],
        zip(table.columns, row).enumerated().map { place, cell in
          let content = self.cell(cell.1)
          return (place == named ? Markup.tag("th", ["scope": "row"], content) : Markup.tag("td", [:], content))
            .with(style(of: cell.0, isWide: wide[place]))
        })
    }
    let body: [Markup] = [
      .tag("caption", [:], prose(caption)), .tag("thead", [:], [.tag("tr", [:], heads)]), .tag("tbody", [:], rows),
    ]
    return .tag(
      "div", ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": "Table: " + caption.shown],
      [.tag("table", [:], body)])
  }

  /// Whether a cell holds more than a name and a word or two.
  private func isSentence(_ cell: DisplayTable.Cell) -> Bool {
    if case .words(let words) = cell { words.runs.count > 4 } else { false }
  }

  private func style(of column: DisplayTable.Column, isWide: Bool = false) -> [Markup.Attribute] {
    let names = [
      column.alignment == .left ? "l" : nil, isWide ? "w" : nil, column.importance == .detail ? "x" : nil,
    ].compactMap(\.self)
    return names.isEmpty ? [] : [("class", names.joined(separator: " "))]
  }

  private func cell(_ cell: DisplayTable.Cell) -> [Markup] {
    switch cell {
    case .words(let words): prose(words)
    case .bar(let share): [.text(PlainNumber.percent(share))]
    }
  }

  private func prose(_ prose: Prose) -> [Markup] {
    prose.runs.map { run in
      switch run {
      case .plain(let words): .text(words)
      case .strong(let words): .tag("strong", text: words)
      case .name(let name): self.name(name)
      }
    }
  }

  private func name(_ name: ByteText) -> Markup {
    let short = name.shortened(to: 60)
    let whole = name.hoverText
    let title: [Markup.Attribute] = short == whole ? [] : [("title", whole)]
    return Markup.tag("bdi", name.isEmpty ? ["class": "empty"] : [:], text: short).with(title)
  }
}
