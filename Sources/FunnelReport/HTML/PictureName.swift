import FunnelModel

/// The words over a row of a picture.
enum PictureName {
  /// The number, the name and the remark.
  static func marks(number: String?, name: Prose, remark: String?) -> [Markup] {
    let pieces = name.runs.map { run -> (isName: Bool, words: String) in
      switch run {
      case .plain(let words), .strong(let words): (false, words)
      case .name(let name): (true, name.shortened(to: remark == nil ? 34 : 24))
      }
    }
    let start: [Markup.Attribute] = number == nil ? [] : [("x", "26")]
    var marks = number.map { [Markup.tag("text", ["class": "number", "x": "18"], text: $0)] } ?? []
    if pieces.count == 1, pieces[0].isName, remark == nil {
      return marks + [Markup.tag("text", ["class": "name"], text: pieces[0].words).with(start)]
    }
    var parts = pieces.map { Markup.tag("tspan", $0.isName ? ["class": "name"] : [:], text: $0.words) }
    if let remark { parts.append(.tag("tspan", ["class": "remark", "dx": "8"], text: remark)) }
    marks.append(Markup.tag("text", [:], parts).with(start))
    return marks
  }
}
