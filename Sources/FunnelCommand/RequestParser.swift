import FunnelModel

/// Turns the words of a command into a request, by the table of options.
enum RequestParser {
  /// What the words ask for.
  ///
  /// Options may stand before and after the command's operands, and those of help and version before the command.
  /// - Throws: the first fault from the left.
  static func parse(_ arguments: [String]) throws(UsageFailure) -> Request {
    guard let first = arguments.first else { throw .noCommand }
    if standsAlone(first) {
      var request = Request(command: .help)
      request.wantsVersion = first == "--version"
      request.wantsHelp = !request.wantsVersion
      return request
    }
    guard let command = CommandName(rawValue: first) else {
      if first.utf8.first == UInt8(ascii: "-"), first != "-" {
        if first.utf8.starts(with: "--".utf8), CommandOption.named(split(first).name) != nil {
          throw .optionBeforeCommand("--" + split(first).name)
        }
        throw unknownOption(first, of: .analyze)
      }
      let names = CommandName.allCases.map(\.rawValue)
      throw .unknownCommand(first, nearest: Suggestion.nearest(to: first, among: names))
    }
    var request = Request(command: command)
    try parse(arguments.dropFirst(), into: &request)
    return request
  }

  /// Whether a word is an option that the program takes without a command.
  static func standsAlone(_ word: String) -> Bool {
    word == "--help" || word == "-h" || word == "--version"
  }

  private static func parse(_ words: ArraySlice<String>, into request: inout Request) throws(UsageFailure) {
    var rest = words
    while let word = rest.popFirst() {
      if word == "--" {
        request.operands += rest
        return
      }
      guard word.utf8.first == UInt8(ascii: "-"), word != "-", !isTopic(word, of: request) else {
        request.operands.append(word)
        continue
      }
      try parseOption(word, rest: &rest, into: &request)
    }
  }

  /// Whether the word is what help is asked about: `funnel help --window`.
  private static func isTopic(_ word: String, of request: Request) -> Bool {
    request.command == .help && request.operands.isEmpty && word != "--help" && word != "-h"
  }

  private static func parseOption(
    _ word: String, rest: inout ArraySlice<String>, into request: inout Request
  ) throws(UsageFailure) {
    let (name, attached) = split(word == "-h" ? "--help" : word)
    guard word.utf8.starts(with: "--".utf8) || word == "-h", let option = CommandOption.named(name) else {
      throw unknownOption(word, of: request.command)
    }
    guard option.commands.contains(request.command) else {
      throw .optionOfOtherCommand(option: name, command: request.command)
    }
    if request.isGiven(name), !option.isRepeatable, option.valueName != nil { throw .givenTwice(option: name) }
    if !request.isGiven(name) { request.given.append(name) }
    let value = try value(of: option, attached: attached, rest: &rest)
    do throws(ValueFault) {
      if case .choice(_, let words) = option.value(of: request.command), !words.contains(value) {
        throw ValueFault(
          expected: CommandOption.list(words), nearest: Suggestion.nearest(to: value, among: words))
      }
      try option.take(value, &request)
    } catch {
      throw .wrongValue(option: name, value: value, expected: error.expected, nearest: error.nearest)
    }
  }

  private static func value(
    of option: CommandOption, attached: String?, rest: inout ArraySlice<String>
  ) throws(UsageFailure) -> String {
    guard let valueName = option.valueName else {
      if attached != nil { throw .unwantedValue(option: option.name) }
      return ""
    }
    if let attached { return attached }
    // A word that is itself an option was hardly meant as the value; with '=' it can be.
    guard let next = rest.first, !next.utf8.starts(with: "--".utf8) else {
      throw .missingValue(option: option.name, value: valueName)
    }
    rest.removeFirst()
    return next
  }

  /// `--name=value` without its dashes, cut at the first `=`.
  private static func split(_ word: String) -> (name: String, attached: String?) {
    let parts = word.utf8.drop { $0 == UInt8(ascii: "-") }
      .split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    return (parts.first.map { String(decoding: $0, as: UTF8.self) } ?? "", parts.count > 1 ? String(parts[1]) : nil)
  }

  private static func unknownOption(_ word: String, of command: CommandName) -> UsageFailure {
    let name = split(word).name
    let names = CommandOption.all.filter { $0.commands.contains(command) }.map(\.name)
    return .unknownOption(word, nearest: Suggestion.nearest(to: name, among: names).map { "--" + $0 })
  }
}
