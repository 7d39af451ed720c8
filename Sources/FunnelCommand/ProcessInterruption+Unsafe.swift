import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The process's own signals: an interrupt from the terminal, a polite end, a terminal that hangs up.
struct ProcessInterruption: Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// The signal that came while signals were held; 0 for none.
  private static let noted = Atomic<Int32>(0)

  func hold() {
    Self.noted.store(0, ordering: .sequentiallyConsistent)
    // Sound: the handler only stores into an atomic, which a signal handler may do; `noted` is made by the line above.
    for number in Self.signals {
      let before = signal(number) { number in
        ProcessInterruption.noted.store(number, ordering: .sequentiallyConsistent)
      }
      // A signal that the parent had switched off (`nohup`) stays switched off.
      if isIgnored(before) { _ = signal(number, SIG_IGN) }
    }
  }

  var isRequested: Bool { Self.noted.load(ordering: .sequentiallyConsistent) != 0 }

  func release(raising: Bool) {
    for number in Self.signals {
      // Sound: SIG_DFL and SIG_IGN are no functions of ours.
      let before = signal(number, SIG_DFL)
      if isIgnored(before) { _ = signal(number, SIG_IGN) }
    }
    let number = Self.noted.load(ordering: .sequentiallyConsistent)
    if raising, number != 0 { raise(number) }
  }

  private func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
