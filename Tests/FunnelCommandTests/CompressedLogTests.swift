import Foundation
import TestSupport
import Testing

/// Compressed logs through the program itself: from files, standard input and pipes, whole, damaged, and where nothing unpacks.
@Suite struct CompressedLogTests {
  private let temporary = TemporaryFolder()

  private var folder: URL { URL(fileURLWithPath: temporary.path) }

  private func packed(_ program: String, _ name: String) throws {
    _ = temporary.file("small.ndjson", SmallLog.text)
    let run = try ProgramRun("/bin/sh", ["-c", "\(program) < small.ndjson > \(name)"], in: folder)
    #expect(run.status == 0, "\(run.errorText)")
  }

  @Test(arguments: [
    (
      "gzip -c small.ndjson | gzip -c > log; FUNNEL log",
      "log is compressed twice: what it unpacks to is for 'gzip' again"
    ),
    ("gzip -c small.ndjson | xz -c > log; cat log | FUNNEL -", "standard input is compressed twice"),
    ("echo '{\"foo\":1}' | gzip > log; FUNNEL log", "cannot tell whose events log holds by its fields 'foo'"),
    ("printf '{}\\n{}\\n' > log; FUNNEL log", "cannot tell whose events log holds: its objects of JSON have no fields"),
    ("printf '(\\265/' > log; FUNNEL log small.ndjson", "cannot unpack log, it is damaged or cut short"),
    (
      "echo '{\"merge_time\":1709294402000,\"amplitude_id\":1,\"merged_amplitude_id\":2}' > log; FUNNEL --quiet log",
      "no event was accepted: the logs hold nothing but records that link ids"
    ),
    ("tar -czf log small.ndjson; FUNNEL log", "log is a tar archive, of several files; unpack it into a folder first"),
    ("tar -cf log small.ndjson; FUNNEL log", "log is a tar archive"),
    (
      "mkdir none; touch none/.x; FUNNEL --recursive none",
      "there is no log below none, apart from hidden and empty files"
    ),
    ("FUNNEL --recursive small.ndjson", "--recursive small.ndjson: this is a file; name it without --recursive"),
    ("FUNNEL --recursive nowhere", "cannot list the folder nowhere: no such file or directory"),
    (
      "printf 'd1,u1\\nd2,u2\\n' | gzip > ids.gz; FUNNEL --identities ids.gz small.ndjson",
      "the table of ids ids.gz is compressed; unpack it first ('gzip'), and name what comes out"
    ),
  ])
  func saysWhatALogIsThatIsNone(_ command: String, _ words: String) throws {
    _ = temporary.file("small.ndjson", SmallLog.text)
    let line = command.replacing("FUNNEL", with: ProgramRun.funnel.path + " analyze")
    let run = try ProgramRun("/bin/sh", ["-c", line], in: folder)
    #expect(run.status == (command.contains("--identities") ? 2 : 1))
    #expect(run.outputText.isEmpty && run.errorText.hasPrefix("funnel: " + words), "\(run.errorText)")
    #expect(run.errorText.split(separator: "\n").count == 1)
  }

  private func analyze(_ line: String, path: String? = nil) throws -> ProgramRun {
    var environment = ProcessInfo.processInfo.environment
    environment["FUNNEL"] = ProgramRun.funnel.path
    let arguments = "analyze --quiet --table quality"
    let command = line.replacing("funnel", with: "\"$FUNNEL\" \(arguments)")
    if let path {
      environment["PATH"] = path
      return try ProgramRun("/bin/sh", ["-c", command], in: folder, environment: environment)
    }
    return try ProgramRun("/bin/sh", ["-c", command], in: folder, environment: environment)
  }

  @Test(arguments: ["gzip -c", "zstd -cq", "bzip2 -c", "xz -c"])
  func everyWayInReadsTheSame(_ program: String) throws {
    try packed(program, "log")
    let plain = try analyze("funnel small.ndjson")
    #expect(plain.status == 0)
    func counts(_ run: ProgramRun) -> [Substring] {
      run.outputText.split(separator: "\n").filter { !$0.hasPrefix("bytes,") }
    }
    for line in ["funnel log", "funnel - < log", "cat log | funnel -", "(sleep 0.1; cat log) | funnel -"] {
      let run = try analyze(line)
      #expect(run.status == 0 && counts(run) == counts(plain), "\(program): \(line)\n\(run.errorText)")
    }
  }

  @Test func whatIsDamagedFailsTheRunAndPrintsNothing() throws {
    try packed("gzip -c", "whole")
    _ = try ProgramRun("/bin/sh", ["-c", "head -c 200 whole > cut"], in: folder)
    for (line, name) in [
      ("funnel cut", "cut"), ("funnel - < cut", "standard input"), ("cat cut | funnel -", "standard input"),
    ] {
      let run = try analyze(line)
      #expect(run.status == 1 && run.output.isEmpty, "\(line)")
      #expect(
        run.errorText.hasPrefix("funnel: cannot unpack \(name), it is damaged or cut short ("),
        "\(line): \(run.errorText)")
    }
  }

  @Test func aProgramThatIsNotThereIsNamed() throws {
    try packed("gzip -c", "log")
    for line in ["funnel log", "funnel - < log"] {
      let run = try analyze(line, path: temporary.path)
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(
        run.errorText.contains(": there is no program 'gzip'; install it, or unpack the log first"), "\(run.errorText)")
    }
  }

  @Test func aZipArchiveMustBeAFile() throws {
    let empty: [UInt8] = [0x50, 0x4B, 0x03, 0x04] + [UInt8](repeating: 0, count: 60)
    try Data(empty).write(to: folder.appending(path: "log.zip"))
    for line in ["funnel - < log.zip", "cat log.zip | funnel -"] {
      let run = try analyze(line)
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(
        run.errorText
          == "funnel: standard input is a zip archive, which cannot be unpacked from a pipe; name the file, or unpack it "
          + "before the pipe: unzip -p FILE | funnel ...\n", "\(line): \(run.errorText)")
    }
  }
}
