/// A piece of an HTML page or of an SVG picture, not yet escaped.
///
/// Rendering is the one place that writes tags and escapes what stands in and between them, so that no text from
/// outside can be markup.
indirect enum Markup {
  /// An element with its attributes and what it holds.
  case element(name: String, attributes: [Attribute], children: [Markup])
  /// Text, from wherever.
  case text(String)
  /// Bytes that stand in the program and go out as they are: the style sheet.
  case verbatim(StaticString)

  /// An attribute's name, which is the program's own, and its value, from wherever.
  typealias Attribute = (name: String, value: String)

  /// An element of these attributes and children.
  static func tag(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ children: [Markup] = []) -> Self
  {
    .element(name: name, attributes: attributes.map { ($0.key, $0.value) }, children: children)
  }

  /// An element that holds one text.
  static func tag(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String) -> Self {
    tag(name, attributes, [.text(text)])
  }

  /// The element with more attributes; text stays as it is.
  func with(_ more: [Attribute]) -> Markup {
    guard case .element(let name, let attributes, let children) = self else { return self }
    return .element(name: name, attributes: attributes + more, children: children)
  }

  /// The markup as it stands in a file.
  var rendered: String {
    var output = ""
    render(into: &output)
    return output
  }

  private func render(into output: inout String) {
    switch self {
    case .text(let text): Self.escape(text, into: &output)
    case .verbatim(let text): output += text.description
    case .element(let name, let attributes, let children):
      output += "<" + name
      for attribute in attributes {
        output += " " + attribute.name + "=\""
        Self.escape(attribute.value, into: &output)
        output += "\""
      }
      if children.isEmpty, let ending = Self.endings[name] {
        output += ending
        return
      }
      output += ">"
      for child in children { child.render(into: &output) }
      if !Self.endsByItself.contains(name) { output += "</" + name + ">" }
      if Self.standsAlone.contains(name) { output += "\n" }
    }
  }

  private static func escape(_ text: String, into output: inout String) {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 || $0 == 0x27 }) else {
      output += text
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "'": output += "&#39;"
      default: output.unicodeScalars.append(scalar)
      }
    }
  }

  /// How elements end that hold nothing.
  private static let endings: [String: String] = [
    "meta": ">\n", "col": ">", "br": ">", "rect": "/>", "line": "/>", "circle": "/>", "path": "/>",
  ]

  /// Elements that HTML ends where the next one begins: a page of many tables is smaller without saying so.
  private static let endsByItself: Set<String> = ["td", "th", "tr"]

  /// Elements after which the file has a line end, so that a change between two nights shows as changed lines.
  private static let standsAlone: Set<String> = [
    "title", "style", "head", "header", "section", "h1", "h2", "h3", "p", "li", "ul", "tr", "thead", "tbody", "table",
    "caption", "g", "svg", "figure", "figcaption", "nav", "main", "div", "html", "body",
  ]
}
