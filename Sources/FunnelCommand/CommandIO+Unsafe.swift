import FunnelModel
import FunnelReport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension CommandIO {
  /// The process's own descriptors, clock and processors.
  ///
  /// From here on a closed pipe is an error of `write(2)` instead of the end of the process, and so is a file that would
  /// become larger than the shell allows.
  public static func process() -> CommandIO {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    let folder = variable("TMPDIR")
    occupyClosedDescriptors()
    return CommandIO(
      output: DescriptorSink(descriptor: STDOUT_FILENO), error: DescriptorSink(descriptor: STDERR_FILENO),
      outputTerminal: terminal(STDOUT_FILENO), errorIsTerminal: isatty(STDERR_FILENO) == 1,
      now: clock(), processors: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), interruption: ProcessInterruption(),
      temporaryFolder: folder.isEmpty ? "/tmp" : folder)
  }

  /// Puts something that refuses service into the place of a standard descriptor that the caller closed.
  ///
  /// Else the first file that is opened takes its number, and the report goes into it.
  private static func occupyClosedDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      // Sound: the path lives for the call. The lowest free number is taken, which is this one.
      unsafe _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// What the terminal of a descriptor can do; nil where it is none.
  private static func terminal(_ descriptor: Int32) -> TerminalStyle? {
    guard isatty(descriptor) == 1 else { return nil }
    var style = TerminalStyle()
    var size = winsize()
    // Sound: the structure outlives the call that fills it.
    if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { style.width = Int(size.ws_col) }
    style.colour = colour(term: variable("TERM"), noColor: variable("NO_COLOR"))
    return style
  }

  /// Whether a terminal gets colour that nobody asked for, by the variables `TERM` and `NO_COLOR`; empty is not set.
  static func colour(term: String, noColor: String) -> TerminalColour {
    term.isEmpty || term == "dumb" || !noColor.isEmpty ? .none : .basic
  }

  /// A variable of the environment; empty where it is not set.
  private static func variable(_ name: String) -> String {
    // Sound: nothing changes the environment, and the text is copied at once.
    unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
  }

  private static func clock() -> Moment {
    var time = timespec()
    // Sound: the structure outlives the call that fills it.
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Moment(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }
}
