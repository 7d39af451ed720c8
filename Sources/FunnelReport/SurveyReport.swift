public import FunnelModel

/// The formats of a survey.
public enum SurveyFormat: String, CaseIterable, Sendable {
  /// A row for each field of each event.
  case csv
  /// For people.
  case markdown
}

/// What `funnel events` prints: what stands in logs.
public struct SurveyReport {
  private let survey: LogSurvey

  /// The report of a survey.
  public init(_ survey: LogSurvey) {
    self.survey = survey
  }

  /// That some names stand together, where they do.
  public var leftOut: String? {
    guard survey.otherNames > 0 else { return nil }
    let events = PlainNumber.count(survey.others.reduce(0) { $0 + $1.count }, "event", "events")
    let names = PlainNumber.count(survey.otherNames, "other name", "other names")
    return
      "\(PlainNumber.count(survey.events.count)) event names are shown, those that the logs hold first; \(events) of "
      + "\(names) stand together as (other), without their fields"
  }

  /// The bytes of a format.
  public func write(_ format: SurveyFormat) -> [UInt8] {
    switch format {
    case .csv: DelimitedWriter(layout: SurveyReport.layout).write(SurveyReport.columns, rows)
    case .markdown: MarkdownWriter().write(document)
    }
  }

  private static let layout = DelimitedLayout(
    delimiter: UInt8(ascii: ","), decimalMark: UInt8(ascii: "."), hasByteOrderMark: false)
  private static let columns = [
    "source", "event", "events", "users", "first_time", "last_time", "field", "present", "types", "examples",
  ].map { Table.Column(ByteText($0), .mixed) }

  private var rows: [[Cell]] {
    var rows: [[Cell]] = []
    for event in survey.events + survey.others {
      let head: [Cell] = [
        .text(ByteText(event.source.rawValue)), .text(event.name), .count(event.count), .count(event.users),
        .moment(event.firstTime), .moment(event.lastTime),
      ]
      if event.fields.isEmpty { rows.append(head + [.empty, .empty, .empty, .empty]) }
      rows += event.fields.map { field in
        let examples = field.examples.map(\.visible).joined(separator: " | ")
        return head + [
          .text(ByteText(field.path)), .count(field.count), .text(ByteText(field.types.joined(separator: ";"))),
          .text(ByteText(examples)),
        ]
      }
    }
    return rows
  }

  private var document: ReportDocument {
    let events = DisplayTable(
      columns: [
        .words("event"), .words("source"), .numbers("events"), .numbers("users"), .words("first"), .words("last"),
      ],
      rows: (survey.events + survey.others).map { event in
        [
          .words("\(name: event.name)"), .plain(event.source.rawValue), .count(event.count), .count(event.users),
          .plain(Cell.moment(event.firstTime).printed), .plain(Cell.moment(event.lastTime).printed),
        ]
      })
    let isOfSeveral = Set(survey.events.map(\.source)).count > 1
    let fields = survey.events.map { event in
      ReportDocument.Section(
        heading: isOfSeveral ? "\(name: event.name) of \(event.source.rawValue)" : "\(name: event.name)",
        blocks: [
          .table(
            DisplayTable(
              columns: [.words("field"), .numbers("present"), .words("types"), .words("examples")],
              rows: event.fields.map { field in
                [
                  .words("\(name: ByteText(field.path))"), .count(field.count),
                  .plain(field.types.joined(separator: ", ")), .words(.list(field.examples)),
                ]
              }))
        ] + more(event))
    }
    let note = leftOut.map { [ReportDocument.Block.paragraph("\($0).")] } ?? []
    return ReportDocument(
      title: "What is in the log",
      sections: [ReportDocument.Section(heading: nil, blocks: note + [.table(events)])] + fields)
  }

  private func more(_ event: SurveyedEvent) -> [ReportDocument.Block] {
    if event.otherFields == 0 { return [] }
    return [.paragraph("\(PlainNumber.count(event.otherFields, "more field is", "more fields are")) left out here.")]
  }
}
