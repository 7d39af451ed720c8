/// A picture of the report, drawn as SVG where the format has pictures.
protocol Picture: Sendable {
  /// What it shows, in a few words.
  var title: Prose { get }
  /// What a reader who does not see it should know: what stands where, and the outline of what it tells.
  var description: Prose { get }
  /// The style of its marks.
  var style: String { get }
  /// The rows that it shows, in the order of their marks; all of one table.
  var rows: [MarkedRow] { get }
  /// Its height in pixels; its width is that of the page.
  var height: Int { get }
  /// What is drawn. Places across are shares of the width, places down are pixels: letters keep their size on every
  /// screen.
  var marks: [Markup] { get }
}

extension Picture {
  /// The picture as one element, with a number that no other picture of the page has.
  func drawn(number: Int) -> Markup {
    let (titleID, descriptionID) = ("picture-\(number)", "about-\(number)")
    let heads: [Markup] = [
      .tag("title", ["id": titleID], text: title.shown), .tag("desc", ["id": descriptionID], text: description.shown),
    ]
    return .tag(
      "svg",
      [
        "class": "picture \(style)", "role": "img", "width": "100%", "height": String(height),
        "aria-labelledby": titleID, "aria-describedby": descriptionID,
      ], heads + marks
    ).with(MarkedRow.attributes(of: rows))
  }
}

extension Prose {
  /// The sentence without any layout, its names made visible.
  var shown: String {
    runs.map { run in
      switch run {
      case .plain(let words), .strong(let words): words
      case .name(let name): name.shortened(to: 80)
      }
    }.joined()
  }
}

/// Pieces that several pictures are drawn with.
enum Drawing {
  /// The height of a row of a picture: a line of words and what is drawn under it.
  static let rowHeight = 44
  /// How far from a row's top its words stand.
  private static let wordsLine = 15

  /// A share of the width, from 0 to 1, as a coordinate.
  static func across(_ share: Double) -> String {
    var digits = FixedDecimals.text(min(1, max(0, share)) * 100, decimals: 2)[...]
    while digits.hasSuffix("0") { digits.removeLast() }
    if digits.hasSuffix(".") { digits.removeLast() }
    return digits + "%"
  }

  /// A bar between two shares of the width; the style says where in its row it lies and how tall it is.
  static func span(_ style: String, from low: Double, to high: Double) -> Markup {
    let width = ("width", across(high - low))
    return Markup.tag("rect", ["class": style]).with(low > 0 ? [("x", across(low)), width] : [width])
  }

  /// A bar between two shares of the width and two places down.
  static func bar(_ style: String, from low: Double, to high: Double, top: Int, height: Int) -> Markup {
    .tag(
      "rect",
      [
        "class": style, "x": across(low), "y": String(top), "width": across(high - low), "height": String(height),
      ])
  }

  /// An upright line at a share of the width.
  static func upright(_ style: String, at share: Double, top: Int, bottom: Int) -> Markup {
    .tag(
      "line",
      [
        "class": style, "x1": across(share), "x2": across(share), "y1": String(top), "y2": String(bottom),
      ])
  }

  /// A label of an axis, kept inside the picture at its two ends.
  static func tick(_ words: String, at share: Double, baseline: Int) -> Markup {
    let anchor = share < 0.06 ? "start" : share > 0.94 ? "end" : "middle"
    return .tag(
      "text", ["class": "tick", "x": across(share), "y": String(baseline), "text-anchor": anchor], text: words)
  }

  /// A row: its title, an invisible ground that the pointer meets, and what is drawn; the last words stand at the right.
  ///
  /// It is as tall as `rowHeight`. Places down are counted from the line that its words stand on.
  static func row(top: Int, title: [String], _ marks: [Markup]) -> Markup {
    let hover: Markup = .tag("title", text: title.joined(separator: "\n"))
    return .tag(
      "svg", ["class": "row", "y": String(top + wordsLine)], [hover, .tag("rect")] + marks)
  }

  /// Lines in an own scale across, from 0 to 100, so that many of a kind are one path; the style gives their thickness.
  static func lines(height: Int, _ paths: [(style: String, outline: String)]) -> Markup {
    .tag(
      "svg",
      [
        "class": "lines", "width": "100%", "height": String(height), "viewBox": "0 0 100 \(height)",
        "preserveAspectRatio": "none",
      ], paths.filter { !$0.outline.isEmpty }.map { .tag("path", ["class": $0.style, "d": $0.outline]) })
  }

  /// A share of the width, from 0 to 1, as a number from 0 to 100.
  static func number(_ share: Double) -> String { String(across(share).dropLast()) }
}
