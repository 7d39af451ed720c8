import EventLog
import FunnelEngine
import FunnelModel

/// Why a run ends early.
enum CommandFailure: Error {
  case usage(UsageFailure)
  /// A definition that a run needs; the first fault is told.
  case definition(DefinitionFailure)
  /// A definition that was to be checked; every fault is told.
  case checked(DefinitionFailure)
  case unreadableDefinition(file: String, code: Int32)
  /// A map of ids that is damaged.
  case identities(file: String, IdentityMapFailure)
  case unreadableIdentities(file: String, code: Int32)
  case compressedIdentities(file: String, program: String)
  case log(LogFailure)
  case analysis(AnalysisFailure, hint: String)
  /// Events were to be kept by their variant, and the logs tell of several experiments.
  case severalExperiments([MetExperiment])
  /// A user to trace who has no event.
  case unknownUser(String)
  case tooManyRejected(ReadingSummary, share: Share)
  case folder(FolderFailure)
  case history(HistoryFailure)
  case compare(CompareFailure)
  case output(SinkFailure)

  /// What the shell is told.
  var status: ExitStatus {
    switch self {
    case .usage, .definition, .checked, .identities, .compressedIdentities, .severalExperiments: .wrongUse
    // A reader that has seen enough is no failure of ours.
    case .output(.closed): .done
    case .unreadableDefinition, .unreadableIdentities, .log, .analysis, .unknownUser, .tooManyRejected,
      .folder, .history, .compare, .output:
      .failed
    }
  }

  /// What the person is told: what, where, what to do; usually one line.
  var lines: [String] {
    switch self {
    case .usage(let failure): [failure.line]
    case .definition(let failure): [failure.line]
    case .checked(let failure): failure.lines
    case .unreadableDefinition(let file, let code):
      ["cannot read the definition \(ShownText.word(file)): \(FileCalls.message(code)); name a file in JSON"]
    case .identities(let file, let failure): [failure.line(of: file)]
    case .unreadableIdentities(let file, let code):
      ["cannot read the table of ids \(ShownText.word(file)): \(FileCalls.message(code)); name a file of two columns"]
    case .compressedIdentities(let file, let program):
      [
        "the table of ids \(ShownText.word(file)) is compressed; unpack it first ('\(program)'), and name what comes out"
      ]
    case .log(let failure): [failure.line]
    case .analysis(let failure, let hint): [failure.line(hint: hint)]
    case .severalExperiments(let experiments):
      [
        "--only variant has no meaning here: the logs tell of \(experiments.count) experiments "
          + "(\(ExperimentNotes.list(experiments.map(\.label.string)))); choose one: --experiment KEY"
      ]
    case .unknownUser(let user):
      [
        "no event of the user '\(ShownText.escaped(user))' is in the logs; ids are compared byte for byte, so look how it is written"
      ]
    case .tooManyRejected(let summary, let share):
      [
        "\(Diagnostics.rejected(summary)) rejected, more than --max-rejected \(share.text) allows, so there is no report; "
          + "mend the log, or allow more"
      ]
    case .folder(let failure): [failure.line]
    case .history(let failure): [failure.line]
    case .compare(let failure): [failure.line]
    case .output(.closed): []
    case .output(.failed(let code)):
      ["cannot write standard output: \(FileCalls.message(code)); make room, or send the report somewhere else"]
    }
  }
}

extension LogFailure {
  /// The failure in one line: what, where, what to do.
  var line: String {
    switch self {
    case .cannotOpen(let file, let code):
      "cannot open \(Self.shown(file)): \(FileCalls.message(code)); nothing was read"
    case .isDirectory(let file):
      "\(Self.shown(file)) is a folder; "
        + (file == "-"
          ? "name the logs in it" : "to read every log below it: --recursive \(ShownText.escaped(file))")
    case .cannotRead(let file, let code):
      "cannot read \(Self.shown(file)): \(FileCalls.message(code)); there is no report"
    case .missingProgram(let file, let program):
      "cannot unpack \(Self.shown(file)): there is no program '\(program)'; install it, or unpack the log first"
    case .damagedArchive(let file, let program, let message):
      "cannot unpack \(Self.shown(file)), it is damaged or cut short (\(ShownText.escaped(message))); there is no report; "
        + "fetch it again, or look with '\(program) -t'"
    case .closedMember(let file, let program, let member, let isEncrypted):
      "cannot unpack \(Self.shown(file)): its file \(Self.shown(member)) is "
        + (isEncrypted ? "encrypted" : "packed in a way that '\(program)' does not know")
        + "; there is no report; unpack it into a folder first, then name that with --recursive"
    case .compressedStream(let file, let program):
      "\(Self.shown(file)) is a zip archive, which cannot be unpacked from a pipe; name the file, or unpack it "
        + "before the pipe: \(program) -p FILE | funnel ..."
    case .unknownSource(let file, let fields) where fields.isEmpty:
      "cannot tell whose events \(Self.shown(file)) holds: its objects of JSON have no fields; look whether it is the right "
        + "log, or leave it out"
    case .unknownSource(let file, let fields):
      "cannot tell whose events \(Self.shown(file)) holds by its fields "
        + fields.map { "'\(ShownText.escaped($0))'" }.joined(separator: ", ")
        + "; name the system with --source, or the places of event, user and time in 'source.fields' of a definition"
    case .noObject(let file, let bytes):
      "cannot tell whose events \(Self.shown(file)) holds: none of its first \(bytes) bytes are a whole object of JSON; "
        + "look whether it is the right log, or name the system with --source (and allow longer lines with --max-line, "
        + "if its records are as long)"
    case .cannotList(let folder, let code):
      "cannot list the folder \(ShownText.escaped(folder)): \(FileCalls.message(code)); nothing was read"
    case .notFolder(let file):
      "--recursive \(Self.shown(file)): this is a file; name it without --recursive, or the folder that it is in"
    case .noLog(let folders):
      "there is no log below \(folders.map { ShownText.word($0) }.joined(separator: ", ")), apart from hidden and empty files and "
        + "'_manifest.json'; nothing was read; look whether it is the right folder"
    case .packedTwice(let file, let program):
      "\(Self.shown(file)) is compressed twice: what it unpacks to is for '\(program)' again; unpack it once before"
    case .tarArchive(let file):
      "\(Self.shown(file)) is a tar archive, of several files; unpack it into a folder first (tar -xf), then name that with "
        + "--recursive"
    case .cannotKeep(let file, let folder, let code):
      "cannot keep \(Self.shown(file)) in \(ShownText.escaped(folder)) to read it again for the user's other ids: "
        + "\(FileCalls.message(code)); make room, name another folder in TMPDIR, or follow the one id: --identity off"
    }
  }

  static func shown(_ file: String) -> String {
    file == "-" ? "standard input" : ShownText.word(file)
  }
}

extension AnalysisFailure {
  /// The failure in one line; `hint` says what reading the logs came to.
  func line(hint: String) -> String {
    switch self {
    case .noEventAccepted:
      "no event was accepted: \(hint)"
    case .noStepToInfer:
      "there is no definition, and no event in the log names a step to infer one from; "
        + "write what your events mean into a definition, and name it with --definition"
    case .everyStepIsRare:
      "there is no definition, and each step in the log was met by fewer than 1 in 200 of the users with step events, "
        + "too few to infer steps from; list the steps in a definition, and name it with --definition"
    case .temporaryFile(let folder, let code):
      "cannot use a temporary file in \(ShownText.escaped(folder)): \(FileCalls.message(code)); there is no report; "
        + "make room, name another folder in TMPDIR, or allow more --memory"
    }
  }
}
