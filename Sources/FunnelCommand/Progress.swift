import EventLog
import Synchronization

/// Shows on a terminal how far reading is: one line, redrawn at most ten times a second, that goes away at the end.
///
/// Logs that are read within a tenth of a second show nothing.
final class Progress: Sendable {
  private static let interval = Duration.milliseconds(100)

  private struct State: Sendable {
    var shownAt: ContinuousClock.Instant
    /// Characters of the line that stands there.
    var width = 0
  }

  private let sink: any OutputSink
  private let total: Int?
  private let now: @Sendable () -> ContinuousClock.Instant
  private let beganAt: ContinuousClock.Instant
  private let state: Mutex<State>

  /// A line on a terminal; `total` is how many bytes there are, nil where nobody knows.
  init(
    sink: any OutputSink, total: Int?, now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.sink = sink
    self.total = total
    self.now = now
    beganAt = now()
    state = Mutex(State(shownAt: beganAt))
  }

  /// How many bytes some logs hold; nil where one of them is a stream.
  static func total(of logs: [OpenLog]) -> Int? {
    var total = 0
    for log in logs {
      guard let size = log.size else { return nil }
      total += size
    }
    return total
  }

  /// What a reader calls with the bytes read so far, from any thread.
  var report: @Sendable (Int) -> Void {
    { [self] bytes in
      state.withLock { state in
        let now = now()
        if now - state.shownAt < Self.interval { return }
        state.shownAt = now
        draw(text(bytes, after: now - beganAt), &state)
      }
    }
  }

  /// Wipes the line.
  func end() {
    state.withLock { state in
      guard state.width > 0 else { return }
      draw("", &state)
      try? sink.write([UInt8(ascii: "\r")])
    }
  }

  /// Puts a text over the one that stands there; blanks rather than an escape sequence wipe its rest, on any terminal.
  private func draw(_ text: String, _ state: inout State) {
    let width = text.utf8.count
    let blanks = String(repeating: " ", count: max(0, state.width - width))
    try? sink.write(Array(("\r" + text + blanks).utf8))
    state.width = width
  }

  /// `read 512 of 2,048 MiB, 256 MiB/s, 6 s left`.
  private func text(_ bytes: Int, after elapsed: Duration) -> String {
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    let rate = Double(bytes) / max(seconds, 0.001)
    let speed = "\(Self.mebibytes(Int(rate))) MiB/s"
    // Compressed logs hold more than their size.
    guard let total, bytes <= total else { return "read \(Self.mebibytes(bytes)) MiB, \(speed)" }
    let left = rate > 0 ? Int((Double(total - bytes) / rate).rounded(.up)) : 0
    let time = left < 120 ? "\(left) s" : left < 7200 ? "\(left / 60) min" : "\(left / 3600) h"
    return "read \(Self.mebibytes(bytes)) of \(Self.mebibytes(total)) MiB, \(speed), \(time) left"
  }

  /// Whole MiB, with commas between thousands.
  private static func mebibytes(_ bytes: Int) -> String {
    var text = ""
    let digits = Array(String(bytes >> 20))
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }
}
