import Synchronization

/// Shows on a terminal how much was read, a few times a second, in one line that goes away.
final class Progress: Sendable {
  private static let interval = Duration.milliseconds(200)

  private let sink: any OutputSink
  private let shownAt: Mutex<ContinuousClock.Instant>

  init(sink: any OutputSink) {
    self.sink = sink
    shownAt = Mutex(.now)
  }

  /// What a reader calls with the bytes read so far, from any thread.
  var report: @Sendable (Int) -> Void {
    { [self] bytes in
      shownAt.withLock { last in
        let now = ContinuousClock.now
        if now - last < Self.interval { return }
        last = now
        try? sink.write(Array("\rread \(bytes >> 20) MiB\u{1B}[K".utf8))
      }
    }
  }

  /// Wipes the line.
  func end() {
    try? sink.write(Array("\r\u{1B}[K".utf8))
  }
}
