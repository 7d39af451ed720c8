import FunnelEngine
import FunnelModel

/// The report as a person reads it, before any format's layout: headings, sentences and tables in order.
struct ReportDocument {
  /// What the report is about.
  let title: Prose
  /// Its parts in the order of reading.
  let sections: [Section]

  /// A part of the report.
  struct Section {
    /// What it is about; none for the first, which stands under the title.
    let heading: Prose?
    /// What it says, in order.
    let blocks: [Block]
  }

  /// A piece of a section.
  enum Block {
    /// The heading of what follows within the section.
    case subheading(Prose)
    /// A few sentences.
    case paragraph(Prose)
    /// Sentences that stand side by side.
    case bullets([Prose])
    /// A table.
    case table(DisplayTable)
    /// Pictures that stand side by side, in the formats that have pictures; what they show stands in words or tables
    /// too. With a sentence on which rows have none.
    case figures([Figure], note: Prose? = nil)
  }

  /// A report of these sections.
  init(title: Prose, sections: [Section]) {
    self.title = title
    self.sections = sections
  }

  /// The report of a run, what stands out before everything else.
  ///
  /// `isPage`: the one for a browser, which also tells what people did next where the plan kept that.
  init(_ report: Report, isPage: Bool = false) {
    let analysis = report.analysis
    let names = RowNames(analysis)
    title = "Onboarding funnel: \(name: analysis.definition.id)"
    let next: [Section] =
      isPage && report.settings.plan.eventDetail == .following
      ? [Section(heading: "What people did next", blocks: Self.paths(analysis, names: names))] : []
    sections =
      [
        Section(heading: nil, blocks: Self.whatWasRead(report)),
        Section(heading: "Anomalies", blocks: Self.anomalies(report)),
        Section(
          heading: "Conversion",
          blocks: Self.headline(analysis, names: names) + Self.conversionFigures(report, names: names)),
        Section(heading: "Steps", blocks: Self.steps(report, names: names)),
      ] + next + [
        Section(heading: "All attempts", blocks: Self.attempts(analysis, names: names)),
        Section(heading: "Variants against the control", blocks: Self.comparisons(report)),
        Section(heading: "Days", blocks: Self.trend(report, names: names)),
        Section(heading: "Sessions", blocks: Self.sessions(analysis, names: names)),
        Section(heading: "Data quality", blocks: Self.quality(report)),
        Section(heading: "The rules behind the numbers", blocks: [.bullets(Self.rules(report))]),
      ]
  }
}
