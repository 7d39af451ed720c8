/// Writes all tables as one workbook in Office Open XML, a sheet a table.
///
/// Source: ECMA-376, part 1, sections 18.2 (workbooks), 18.3 (sheets) and 18.8 (styles), and part 2 for the package.
struct WorkbookWriter {
  private static let declaration = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"
  private static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let types = "application/vnd.openxmlformats-officedocument.spreadsheetml"

  /// The whole workbook; the same tables give the same bytes.
  func write(_ tables: [Table]) -> [UInt8] {
    var archive = ZIPArchive()
    func add(_ name: String, _ part: String) { archive.add(name, Array((Self.declaration + part).utf8)) }
    add("[Content_Types].xml", contentTypes(sheets: tables.count))
    add("_rels/.rels", relationships([("officeDocument", "xl/workbook.xml")]))
    add("xl/workbook.xml", workbook(tables))
    let sheets = tables.indices.map { ("worksheet", "worksheets/sheet\($0 + 1).xml") }
    add("xl/_rels/workbook.xml.rels", relationships(sheets + [("styles", "styles.xml")]))
    add("xl/styles.xml", WorkbookStyle.part)
    for (place, table) in tables.enumerated() {
      add("xl/worksheets/sheet\(place + 1).xml", WorkbookSheet(table).part(isFirst: place == 0))
    }
    return archive.bytes
  }

  private func contentTypes(sheets: Int) -> String {
    func override(_ part: String, _ type: String) -> String {
      #"<Override PartName="/xl/\#(part).xml" ContentType="\#(Self.types).\#(type)+xml"/>"#
    }
    let sheets = (1...sheets).map { override("worksheets/sheet\($0)", "worksheet") }.joined()
    return """
      <Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\
      <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
      <Default Extension="xml" ContentType="application/xml"/>\
      \(override("workbook", "sheet.main"))\(override("styles", "styles"))\(sheets)</Types>
      """
  }

  private func relationships(_ targets: [(type: String, part: String)]) -> String {
    let list = targets.enumerated().map { place, target in
      #"<Relationship Id="rId\#(place + 1)" Type="\#(Self.relations)/\#(target.type)" Target="\#(target.part)"/>"#
    }
    return """
      <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">\
      \(list.joined())</Relationships>
      """
  }

  private func workbook(_ tables: [Table]) -> String {
    let sheets = tables.enumerated().map { place, table in
      #"<sheet name="\#(table.name.rawValue)" sheetId="\#(place + 1)" r:id="rId\#(place + 1)"/>"#
    }
    return """
      <workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="\(Self.relations)">\
      <bookViews><workbookView/></bookViews><sheets>\(sheets.joined())</sheets></workbook>
      """
  }
}
