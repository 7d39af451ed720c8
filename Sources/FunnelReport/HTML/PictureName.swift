import FunnelModel

/// The words over a row of a picture.
///
/// The style sheet puts them to their places by their order: the number, where the picture has numbers, then the name.
struct PictureName {
  /// What stands there.
  let marks: [Markup]
  /// The whole name, where what stands there is cut.
  let whole: [String]

  /// The number, the name and the remark; the name within so many columns, as many as a narrow screen has room for.
  init(number: String? = nil, name: Prose, remark: String? = nil, columns: Int = 34) {
    let room = remark == nil ? columns : columns - 10
    let pieces = name.runs.map { run -> (isName: Bool, words: String) in
      switch run {
      case .plain(let words), .strong(let words): (false, words)
      case .name(let name): (true, name.shortened(to: room))
      }
    }
    whole = pieces.map(\.words).joined() == name.shown ? [] : [name.shown]
    let numbers = number.map { [Markup.tag("text", text: $0)] } ?? []
    if pieces.count == 1, pieces[0].isName, remark == nil {
      marks = numbers + [.tag("text", number == nil ? ["class": "name"] : [:], text: pieces[0].words)]
      return
    }
    var parts = pieces.map { Markup.tag("tspan", $0.isName ? ["class": "name"] : [:], text: $0.words) }
    if let remark { parts.append(.tag("tspan", ["class": "remark", "dx": "8"], text: remark)) }
    marks = numbers + [.tag("text", [:], parts)]
  }
}
