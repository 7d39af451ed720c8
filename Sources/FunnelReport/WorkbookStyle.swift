/// The looks of a workbook's cells, by their places in its list of formats.
struct WorkbookStyle {
  /// The kinds of cells in the order of their formats; each has a plain format and, as many places later each, one for
  /// every severity.
  private enum Kind: Int, CaseIterable {
    case text
    case count
    case rate
    case ratio
    case seconds
    case moment
    case day
  }

  /// The place of the header's format; 0 is the default that every workbook has.
  static let header = 1

  /// The place of a cell's format; an empty one has its column's.
  static func place(of cell: Cell, in column: ColumnKind, severity: Severity?) -> Int {
    let shade = shades.firstIndex { $0.severity == severity } ?? 0
    return header + 1 + kind(of: cell, in: column).rawValue + shade * Kind.allCases.count
  }

  /// The grounds of rows by severity, in the order of their formats; every one is light enough for black letters.
  private static let shades: [(severity: Severity?, colour: String?)] = [
    (nil, nil), (.info, "FFDCE9F5"), (.warning, "FFFFE9A8"), (.critical, "FFF9C9BC"),
  ]

  private static func kind(of cell: Cell, in column: ColumnKind) -> Kind {
    switch (cell, column) {
    case (.text, _), (.empty, .text), (.empty, .mixed): .text
    case (.count, _), (.empty, .count): .count
    case (.rate, _), (.empty, .rate): .rate
    case (.ratio, _), (.empty, .ratio): .ratio
    case (.seconds, _), (.empty, .seconds): .seconds
    case (.moment, _), (.empty, .moment): .moment
    case (.day, _), (.empty, .day): .day
    }
  }

  /// The part of the workbook that holds the formats.
  ///
  /// Text has the format of text and the mark of a quoted cell, so that it also stays text when somebody edits it.
  static var part: String {
    let cells = shades.indices.flatMap { shade in Kind.allCases.map { format($0, shade: shade) } }
    let fills = shades.compactMap(\.colour).map(solid)
    let formats =
      [
        #"<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>"#,
        #"<xf numFmtId="49" fontId="1" fillId="2" borderId="1" xfId="0" quotePrefix="1" applyNumberFormat="1" "#
          + #"applyFont="1" applyFill="1" applyBorder="1"/>"#,
      ] + cells
    return """
      <styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">\
      <numFmts count="4"><numFmt numFmtId="164" formatCode="#,##0.000"/>\
      <numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm:ss.000"/>\
      <numFmt numFmtId="166" formatCode="0.0%"/><numFmt numFmtId="167" formatCode="yyyy\\-mm\\-dd"/></numFmts>\
      <fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>\
      <font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
      <fills count="\(3 + fills.count)"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>\
      \(solid("FFE7EBF0"))\(fills.joined())</fills>\
      <borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>\
      <border><left/><right/><top/><bottom style="thin"><color rgb="FF8A94A0"/></bottom><diagonal/></border></borders>\
      <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
      <cellXfs count="\(formats.count)">\(formats.joined())</cellXfs>\
      <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>
      """
  }

  private static func solid(_ colour: String) -> String {
    #"<fill><patternFill patternType="solid"><fgColor rgb="\#(colour)"/><bgColor indexed="64"/></patternFill></fill>"#
  }

  private static func format(_ kind: Kind, shade: Int) -> String {
    let number =
      switch kind {
      case .text: 49
      case .count: 3
      case .rate: 166
      case .ratio, .seconds: 164
      case .moment: 165
      case .day: 167
      }
    let quote = kind == .text ? #" quotePrefix="1""# : ""
    // The first three fills are none, the one that every workbook has, and the header's.
    let fill = shade > 0 ? #"fillId="\#(2 + shade)" applyFill="1""# : #"fillId="0""#
    return #"<xf numFmtId="\#(number)" fontId="0" \#(fill) borderId="0" xfId="0"\#(quote) applyNumberFormat="1"/>"#
  }
}
