/// The lines in which two texts differ, for a failed test's message; empty where they are equal.
public func lineDifference(got: [UInt8], expected: [UInt8]) -> String {
  let texts = [got, expected].map { text in
    text.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  }
  var result = ""
  for place in 0..<max(texts[0].count, texts[1].count) {
    let lines = texts.map { $0.indices.contains(place) ? $0[place] : "(nothing)" }
    if lines[0] != lines[1] { result += "\n\(place + 1): got      \(lines[0])\n\(place + 1): expected \(lines[1])" }
  }
  return result
}
