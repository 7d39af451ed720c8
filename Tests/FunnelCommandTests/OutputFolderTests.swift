import Foundation
import FunnelModel
import FunnelReport
import Synchronization
import Testing

@testable import FunnelCommand

@Suite struct OutputFolderTests {
  private let names = ["steps.csv", "report.md"]
  private let files = [
    ReportFile(name: "steps.csv", bytes: Array("new steps".utf8)),
    ReportFile(name: "report.md", bytes: Array("new report".utf8)),
  ]

  private func open(_ path: String, interruption: any Interruption = NoInterruption()) throws(FolderFailure)
    -> OutputFolder
  {
    try OutputFolder(path, names: names, interruption: interruption)
  }

  /// A folder that holds an older report and somebody else's file.
  private func oldReport() -> TemporaryFolder {
    let temporary = TemporaryFolder()
    temporary.folder("out")
    temporary.file("out/steps.csv", "old steps")
    temporary.file("out/foreign.txt", "foreign")
    return temporary
  }

  private func expectOld(_ temporary: TemporaryFolder) {
    #expect(temporary.names() == ["out"])
    #expect(temporary.names(in: "out") == ["foreign.txt", "steps.csv"])
    #expect(temporary.text("out/steps.csv") == "old steps")
  }

  @Test(arguments: ["out", "out/", "a/b/out"]) func aMissingFolderIsMade(name: String) throws {
    let temporary = TemporaryFolder()
    try open(temporary.path + "/" + name).deliver(files)
    #expect(temporary.names(in: name) == ["report.md", "steps.csv"])
    #expect(temporary.text(name + "/report.md") == "new report")
    #expect(temporary.names().count == 1)
  }

  @Test func lookingAtAFolderMakesNothing() throws {
    let temporary = TemporaryFolder()
    _ = try open(temporary.path + "/a/out")
    #expect(temporary.names().isEmpty)
  }

  @Test func anOlderReportIsReplacedAndForeignFilesStay() throws {
    let temporary = oldReport()
    try open(temporary.path + "/out").deliver(files)
    #expect(temporary.names(in: "out") == ["foreign.txt", "report.md", "steps.csv"])
    #expect(temporary.text("out/steps.csv") == "new steps")
    #expect(temporary.text("out/foreign.txt") == "foreign")
  }

  @Test func aFileInThePlaceOfTheFolderIsRefused() {
    let temporary = TemporaryFolder()
    let file = temporary.file("out", "a file")
    #expect(throws: FolderFailure.noFolder(file)) { try open(file) }
    #expect(throws: FolderFailure.self) { try open(file + "/below") }
    #expect(temporary.text("out") == "a file")
  }

  @Test func aFolderInThePlaceOfAFileIsRefused() {
    let temporary = oldReport()
    temporary.folder("out/report.md")
    let path = temporary.path + "/out"
    #expect(throws: FolderFailure.folderInPlaceOfFile(path + "/report.md")) { try open(path) }
  }

  @Test func aFolderThatComesUpInThePlaceOfAFileIsLeftAlone() throws {
    let temporary = oldReport()
    let folder = try open(temporary.path + "/out")
    temporary.folder("out/report.md/full")
    #expect(throws: FolderFailure.folderInPlaceOfFile(temporary.path + "/out/report.md")) { try folder.deliver(files) }
    #expect(temporary.text("out/steps.csv") == "old steps")
    #expect(temporary.names(in: "out") == ["foreign.txt", "report.md", "steps.csv"])
    #expect(temporary.names(in: "out/report.md") == ["full"])
  }

  @Test func aMoveThatFailsTakesBackThoseBeforeIt() throws {
    let temporary = oldReport()
    temporary.folder("out/.funnel-staging/new")
    temporary.file("out/.funnel-staging/new/quality.csv", "new quality")
    temporary.file("out/.funnel-staging/new/steps.csv", "new steps")
    let folder = temporary.path + "/out"
    let staging = folder + "/.funnel-staging"
    // The third is not staged, so its move fails when one file was added and one replaced.
    let swap = FileSwap(folder: folder, staging: staging, names: ["quality.csv", "steps.csv", "report.md"])
    #expect(throws: FolderFailure.self) { try swap.run() }
    FileSwap.removeStaging(staging)
    expectOld(temporary)
  }

  @Test(arguments: 0...3) func anInterruptedRunLeavesWhatStoodThere(after checks: Int) throws {
    let temporary = oldReport()
    let interruption = ScriptedInterruption(after: checks)
    let folder = try open(temporary.path + "/out", interruption: interruption)
    if checks < 3 {
      #expect(throws: FolderFailure.interrupted) { try folder.deliver(files) }
      expectOld(temporary)
      #expect(interruption.log == ["hold", "release raising"])
    } else {
      // After the last look the move is not stopped any more, and the run ends well.
      try folder.deliver(files)
      #expect(temporary.text("out/steps.csv") == "new steps")
      #expect(interruption.log == ["hold", "release"])
    }
  }

  @Test func anInterruptedRunLeavesNoNewFolder() throws {
    let temporary = TemporaryFolder()
    let folder = try open(temporary.path + "/a/b/out", interruption: ScriptedInterruption(after: 1))
    #expect(throws: FolderFailure.interrupted) { try folder.deliver(files) }
    #expect(temporary.names().isEmpty)
  }

  @Test func theNextRunTakesBackWhatAKilledOneMoved() throws {
    let temporary = oldReport()
    temporary.folder("out/.funnel-staging/new")
    temporary.file("out/.funnel-staging/staged-by-funnel", "")
    temporary.folder("out/.funnel-staging/old")
    temporary.file("out/.funnel-staging/old/steps.csv", "old steps")
    temporary.file("out/.funnel-staging/journal", "replace steps.csv\nadd report.md\nreplace foreign.txt\n")
    temporary.file("out/steps.csv", "half a new report")
    temporary.file("out/report.md", "half a new report")
    _ = try open(temporary.path + "/out")
    expectOld(temporary)
    #expect(temporary.text("out/foreign.txt") == "foreign", "what had no second name yet was not moved yet")
  }

  @Test func theNextRunRemovesWhatAKilledOneStaged() throws {
    let temporary = oldReport()
    temporary.folder("out/.funnel-staging/new")
    temporary.file("out/.funnel-staging/new/steps.csv", "half")
    temporary.file("out/.funnel-staging/staged-by-funnel", "")
    temporary.folder(".out.funnel-staging/new")
    temporary.file(".out.funnel-staging/staged-by-funnel", "")
    _ = try open(temporary.path + "/out")
    expectOld(temporary)
  }

  @Test(arguments: ["out/.funnel-staging", ".out.funnel-staging"]) func aFolderOfOthersIsLeftAlone(name: String) throws
  {
    let temporary = oldReport()
    let path = temporary.folder(name)
    temporary.file(name + "/notes", "theirs")
    temporary.folder(name + "/new")
    #expect(throws: FolderFailure.reserved(path)) { try open(temporary.path + "/out") }
    #expect(temporary.names(in: name) == ["new", "notes"])
  }

  @Test func anEmptyFolderOfAKilledRunIsTakenOver() throws {
    let temporary = oldReport()
    temporary.folder("out/.funnel-staging")
    try open(temporary.path + "/out").deliver(files)
    #expect(temporary.names(in: "out") == ["foreign.txt", "report.md", "steps.csv"])
  }

  /// Names need not be UTF-8; Foundation cannot make such a name, so the calls of the system look at it.
  @Test func aNameThatIsNotUTF8IsWrittenAsItIs() throws {
    let temporary = TemporaryFolder()
    let name = SystemWord.string(of: [0x6F, 0xFF, 0x75])
    for _ in 0..<2 { try open(temporary.path + "/" + name).deliver(files) }
    #expect(try FileCalls.entries(of: temporary.path) == [name])
    #expect(try FileCalls.read(temporary.path + "/" + name + "/steps.csv") == Array("new steps".utf8))
    try FileCalls.removeAll(temporary.path + "/" + name)
  }

  @Test func twoRunsDoNotWriteAtOnce() throws {
    let temporary = oldReport()
    let path = temporary.path + "/out"
    let folder = try open(path)
    let staging = temporary.folder("out/.funnel-staging")
    let lock = try FolderLock(staging)
    #expect(throws: FolderFailure.inUse(path)) { try open(path) }
    #expect(throws: FolderFailure.inUse(path)) { try folder.deliver(files) }
    #expect(temporary.text("out/steps.csv") == "old steps")
    _ = consume lock
    try folder.deliver(files)
    #expect(temporary.text("out/steps.csv") == "new steps")
  }

  @Test(arguments: [
    ("out", "."), ("out/", "."), ("a/out", "a"), ("a//out//", "a"), ("/out", "/"), ("/", "/"), (".", "."),
  ]) func parents(path: String, parent: String) {
    #expect(OutputFolder.parent(of: path) == parent)
  }
}

/// Asks for an end at a given look.
private final class ScriptedInterruption: Interruption {
  private let state: Mutex<(checks: Int, log: [String])>

  init(after checks: Int) {
    state = Mutex((checks, []))
  }

  var log: [String] { state.withLock { $0.log } }

  func hold() { state.withLock { $0.log.append("hold") } }

  var isRequested: Bool {
    state.withLock {
      $0.checks -= 1
      return $0.checks < 0
    }
  }

  func release(raising: Bool) { state.withLock { $0.log.append(raising ? "release raising" : "release") } }
}
