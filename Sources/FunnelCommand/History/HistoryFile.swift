import Foundation
import FunnelReport

/// The file that `--history` names: figures of days across runs.
///
/// A run reads it before any log, for its report. What it adds goes in by three steps under a lock on `FILE.lock`, which
/// stays as an empty file: the history is read again, merged and written whole to `FILE.new`, and brought to the disk; the
/// report goes out; `FILE.new` is renamed to FILE. So whatever can fail has failed before the report shows, a run that is
/// killed at any moment leaves either the old history or the new one, and of two runs at once the later one finds what
/// the earlier one added. Killed between the last two steps a run leaves a report whose night the history lacks; the
/// next run that reads the same logs adds it.
struct HistoryFile {
  /// The file as the user named it.
  let name: String
  private let path: String

  /// A history of this name; a symbolic link stands for what it leads to, also where that is still to be made.
  init(_ name: String) {
    self.name = name
    var path = name
    // As many as the system follows; of more, or of a circle, its own error tells.
    for _ in 0..<40 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
      path = target.hasPrefix("/") ? target : OutputFolder.parent(of: path) + "/" + target
    }
    self.path = path
  }

  /// What the history holds; nothing where there is no file yet.
  func read() throws(HistoryFailure) -> DayHistory {
    let bytes: [UInt8]
    do throws(SystemFailure) {
      switch try FileCalls.kind(path) {
      case .missing: return DayHistory()
      case .folder: throw SystemFailure(code: EISDIR)
      case .file: bytes = try FileCalls.read(path)
      case .other: throw SystemFailure(code: EINVAL)
      }
    } catch {
      switch error.code {
      case EISDIR: throw .isFolder(name)
      case EINVAL: throw .isNoFile(name)
      default: throw .cannotRead(file: name, code: error.code)
      }
    }
    do throws(HistoryFault) {
      return try DayHistory(parsing: bytes)
    } catch {
      throw .fault(file: name, error)
    }
  }

  /// Makes ready what a run adds, all but the last step.
  func prepare(adding run: DayHistory) throws(HistoryFailure) -> HistoryUpdate {
    let lock: FileLock
    do {
      lock = try FileLock(path + ".lock")
    } catch {
      throw .cannotWrite(file: name, code: error.code)
    }
    let merged = try read().adding(run)
    let staged = path + ".new"
    do throws(SystemFailure) {
      // What a killed run left behind.
      try FileCalls.removeFile(staged)
      do throws(SystemFailure) {
        try FileCalls.write(merged.bytes, to: staged)
        try FileCalls.copyMode(of: path, to: staged)
      } catch {
        try? FileCalls.removeFile(staged)
        throw error
      }
    } catch {
      throw .cannotWrite(file: name, code: error.code)
    }
    return HistoryUpdate(name: name, path: path, staged: staged, lock: lock)
  }
}

/// A history that is written and waits to take its place; it is dropped where that does not come.
struct HistoryUpdate: ~Copyable {
  private let name: String
  private let path: String
  private let staged: String
  private let lock: FileLock

  fileprivate init(name: String, path: String, staged: String, lock: consuming FileLock) {
    self.name = name
    self.path = path
    self.staged = staged
    self.lock = lock
  }

  deinit {
    // After the move there is nothing of this name, and the lock is still held.
    try? FileCalls.removeFile(staged)
  }

  /// Puts the history in its place.
  consuming func commit() throws(HistoryFailure) {
    do {
      try FileCalls.move(staged, to: path)
      try FileCalls.settle(OutputFolder.parent(of: path))
    } catch {
      throw .cannotWrite(file: name, code: error.code)
    }
  }
}
