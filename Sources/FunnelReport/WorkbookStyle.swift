/// The looks of a workbook's cells, by their places in its list of formats.
struct WorkbookStyle {
  /// The kinds of cells in the order of their formats; each has a plain format and, as many places later, a flagged one.
  private enum Kind: Int, CaseIterable {
    case text
    case count
    case rate
    case ratio
    case seconds
    case moment
  }

  /// The place of the header's format; 0 is the default that every workbook has.
  static let header = 1

  /// The place of a cell's format; an empty one has its column's.
  static func place(of cell: Cell, in column: ColumnKind, isFlagged: Bool) -> Int {
    header + 1 + kind(of: cell, in: column).rawValue + (isFlagged ? Kind.allCases.count : 0)
  }

  private static func kind(of cell: Cell, in column: ColumnKind) -> Kind {
    switch (cell, column) {
    case (.text, _), (.empty, .text), (.empty, .mixed): .text
    case (.count, _), (.empty, .count): .count
    case (.rate, _), (.empty, .rate): .rate
    case (.ratio, _), (.empty, .ratio): .ratio
    case (.seconds, _), (.empty, .seconds): .seconds
    case (.moment, _), (.empty, .moment): .moment
    }
  }

  /// The part of the workbook that holds the formats.
  ///
  /// Text has the format of text and the mark of a quoted cell, so that it also stays text when somebody edits it.
  static var part: String {
    let cells = [false, true].flatMap { isFlagged in Kind.allCases.map { format($0, isFlagged: isFlagged) } }
    let formats =
      [
        #"<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>"#,
        #"<xf numFmtId="49" fontId="1" fillId="2" borderId="1" xfId="0" quotePrefix="1" applyNumberFormat="1" "#
          + #"applyFont="1" applyFill="1" applyBorder="1"/>"#,
      ] + cells
    return """
      <styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">\
      <numFmts count="3"><numFmt numFmtId="164" formatCode="#,##0.000"/>\
      <numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm:ss.000"/>\
      <numFmt numFmtId="166" formatCode="0.0%"/></numFmts>\
      <fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>\
      <font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
      <fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>\
      \(solid("FFE7EBF0"))\(solid("FFFFE9A8"))</fills>\
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

  private static func format(_ kind: Kind, isFlagged: Bool) -> String {
    let number =
      switch kind {
      case .text: 49
      case .count: 3
      case .rate: 166
      case .ratio, .seconds: 164
      case .moment: 165
      }
    let quote = kind == .text ? #" quotePrefix="1""# : ""
    let fill = isFlagged ? #"fillId="3" applyFill="1""# : #"fillId="0""#
    return #"<xf numFmtId="\#(number)" fontId="0" \#(fill) borderId="0" xfId="0"\#(quote) applyNumberFormat="1"/>"#
  }
}
