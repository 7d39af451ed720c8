import Testing

@testable import FunnelCommand

/// What the table offers for a command the command takes, each option and each word by itself, and nothing else.
@Suite struct OptionOfferTests {
  private static let pairs = CommandName.allCases.flatMap { command in
    CommandOption.all.map { (command, $0.name) }
  }

  /// A value of each option whose values are not a few words.
  private static let samples: [String: String] = [
    "as-of": "2026-03-05", "assume-timezone": "Europe/Berlin", "by": "platform,variant", "control": "A",
    "definition": "FOLDER/flow.json", "delimiter": "semicolon", "experiment": "checkout", "history": "FOLDER/days",
    "identities": "FOLDER/ids.csv", "loss-threshold": "30%", "max-line": "1M", "max-rejected": "50%", "memory": "64M",
    "only": "platform=ios", "output": "FOLDER/out", "recursive": "FOLDER/logs", "session-gap": "1h",
    "since": "2026-03-01",
    "skip-threshold": "0.5", "threads": "2", "timezone": "Europe/Berlin", "until": "2026-03-09",
    "where": "platform=ios",
    "window": "none",
  ]
  /// What else must be said for an option to mean anything.
  private static let needs = ["color": "--format=text", "identities": "--source=native"]

  private let folder: TemporaryFolder
  private let log: String

  init() throws {
    folder = TemporaryFolder()
    log = folder.file("small.ndjson", SmallLog.text)
    folder.folder("logs")
    folder.file("logs/small.ndjson", SmallLog.text)
    folder.file("flow.json", SmallLog.definition)
    folder.file("ids.csv", "device,a1\n")
    #expect(CommandProbe().run("analyze", "--output", folder.path + "/report", log).status == .done)
  }

  /// The words that a command needs beside its options; `folders`: the logs are named by `--recursive`.
  private func operands(_ command: CommandName, folders: Bool) -> [String] {
    let logs = folders ? [] : [log]
    return switch command {
    case .analyze, .events, .initialize, .paths: logs
    case .trace: ["a1"] + logs
    case .check: [folder.path + "/flow.json"]
    case .compare: [folder.path + "/report", folder.path + "/report"]
    case .completions: ["bash"]
    case .help, .man: []
    }
  }

  @Test(arguments: pairs) func anOptionIsTakenWhereItIsOfferedAlone(command: CommandName, name: String) throws {
    let option = try #require(CommandOption.named(name))
    let isOffered = option.commands.contains(command)
    for value in try values(option, command) {
      let word = "--" + name + value.map { "=" + $0.replacing("FOLDER", with: folder.path) }.joined()
      let need = isOffered ? [Self.needs[name]].compactMap(\.self) : []
      let operands = operands(command, folders: isOffered && name == "recursive")
      let outcome = CommandProbe().run([command.rawValue] + need + [word] + operands)
      if command == .help {
        // Options are what help is asked about.
        #expect(outcome.status == .done, "\(word)")
      } else if name == "source" {
        // The log is no other system's, which is no fault of the words.
        #expect((outcome.status != .wrongUse) == isOffered, "\(word)")
      } else if isOffered {
        #expect(outcome.status == .done, "\(command) \(word): \(outcome.error)")
        #expect(!outcome.error.contains("error:"), "\(command) \(word): \(outcome.error)")
      } else {
        #expect(outcome.status == .wrongUse, "\(command) \(word)")
        #expect(outcome.error.contains("--\(name) is no option of '\(command.rawValue)'"), "\(word): \(outcome.error)")
      }
    }
  }

  /// The words of an option at a command, or one value; empty stands for none.
  private func values(_ option: CommandOption, _ command: CommandName) throws -> [[String]] {
    if command == .help { return [[]] }
    return switch option.value(of: command) {
    case .none: [[]]
    case .choice(_, let words): option.commands.contains(command) ? words.map { [$0] } : [[words[0]]]
    case .text, .suggested: [[try #require(Self.samples[option.name])]]
    }
  }

  @Test(arguments: CommandOption.all.map(\.name)) func aWordThatACommandDoesNotTakeIsRefused(name: String) throws {
    let option = try #require(CommandOption.named(name))
    guard case .choice(_, let all) = option.value else { return }
    for command in option.commands {
      guard case .choice(_, let taken) = option.value(of: command) else { continue }
      for word in all where !taken.contains(word) {
        let outcome = CommandProbe().run([command.rawValue, "--\(name)=\(word)"] + operands(command, folders: false))
        #expect(outcome.status == .wrongUse)
        #expect(outcome.error.contains("--\(name) \(word): expected \(CommandOption.list(taken))"), "\(outcome.error)")
        #expect(Help.text(of: command).contains(CommandOption.list(taken)))
      }
    }
  }

  @Test func aFolderIsEnoughOfALogForEveryCommand() {
    for command in ["analyze", "events", "init", "paths"] {
      #expect(CommandProbe().run(command, "--recursive", folder.path + "/logs").status == .done, "\(command)")
    }
    let traced = CommandProbe().run("trace", "a1", "--recursive", folder.path + "/logs")
    #expect(traced.output == CommandProbe().run("trace", "a1", log).output)
    #expect(CommandProbe().run("trace", "--recursive", folder.path + "/logs").status == .wrongUse)
  }
}
