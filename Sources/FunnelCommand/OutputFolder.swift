import FunnelReport

/// The folder that `--output` names: a report's files come into it all together or not at all.
///
/// All files are first written and brought to the disk in a staging folder beside or inside it. Where the folder is not
/// there yet, the staged files become it by one rename. Where it is, and so may hold files of other owners that have to stay
/// as and where they are, each file is then moved into place by a rename of its own, under a journal that says how to
/// undo it: a move that fails takes back those before it, a signal is held until the last is made, and a run that was
/// killed between two of them (a few microseconds) is taken back by the next run that names the folder, before anything
/// else. A lock on the staging folder tells a killed run's leftovers from those of a run that is alive, and a mark in it
/// tells them from a folder of somebody else, which is left alone: the run then fails before it reads a log.
struct OutputFolder {
  /// The folder as the user named it.
  let path: String
  private let interruption: any Interruption

  /// Looks at the folder before any log is read: takes back what a killed run left, and sees that files can be made.
  ///
  /// - Parameter names: the files that are going to be written.
  init(_ path: String, names: [String], interruption: any Interruption) throws(FolderFailure) {
    self.path = path
    self.interruption = interruption
    switch try Self.failing(on: path, { () throws(SystemFailure) in try FileCalls.kind(path) }) {
    case .file, .other:
      throw .noFolder(path)
    case .folder:
      try Self.failing(on: path) { () throws(SystemFailure) in try FileCalls.checkWritable(path) }
      try clearLeftovers()
      for name in names {
        let file = path + "/" + name
        if (try? FileCalls.kind(file)) == .folder { throw .folderInPlaceOfFile(file) }
      }
    case .missing:
      let base = try Self.nearestFolder(above: path)
      try Self.failing(on: path) { () throws(SystemFailure) in try FileCalls.checkWritable(base) }
      try clearLeftovers()
    }
  }

  /// Brings the files into the folder, all or none.
  func deliver(_ files: [ReportFile]) throws(FolderFailure) {
    interruption.hold()
    var isDelivered = false
    defer { interruption.release(raising: !isDelivered) }
    try deliverHeld(files)
    isDelivered = true
  }

  private func deliverHeld(_ files: [ReportFile]) throws(FolderFailure) {
    let isNew = try Self.failing(on: path) { () throws(SystemFailure) in try FileCalls.kind(path) } == .missing
    let madeParents = isNew ? try makeParents() : []
    do throws(FolderFailure) {
      let staging = try openStaging(isNew: isNew)
      do throws(FolderFailure) {
        try stage(files, in: staging.path)
        if isNew {
          try Self.failing(on: path) { () throws(SystemFailure) in
            try FileCalls.move(staging.path + "/new", to: path)
            try FileCalls.settle(Self.parent(of: path))
          }
        } else {
          try FileSwap(folder: path, staging: staging.path, names: files.map(\.name)).run()
        }
      } catch {
        FileSwap.removeStaging(staging.path)
        throw error
      }
      FileSwap.removeStaging(staging.path)
    } catch {
      for parent in madeParents.reversed() { try? FileCalls.removeFolder(parent) }
      throw error
    }
  }

  private func stage(_ files: [ReportFile], in staging: String) throws(FolderFailure) {
    try Self.failing(on: path) { () throws(SystemFailure) in try FileCalls.makeFolder(staging + "/new") }
    for file in files {
      if interruption.isRequested { throw .interrupted }
      try Self.failing(on: path + "/" + file.name) { () throws(SystemFailure) in
        try FileCalls.write(file.bytes, to: staging + "/new/" + file.name)
      }
    }
    try Self.failing(on: path) { () throws(SystemFailure) in try FileCalls.settle(staging + "/new") }
    if interruption.isRequested { throw .interrupted }
  }

  /// A staging folder of our own, under its lock.
  private struct Staging: ~Copyable {
    let path: String
    let lock: FolderLock
  }

  private func openStaging(isNew: Bool) throws(FolderFailure) -> Staging {
    let staging = stagingPath(isNew: isNew)
    try Self.failing(on: path) { () throws(SystemFailure) in
      if try FileCalls.kind(staging) == .missing { try FileCalls.makeFolder(staging) }
    }
    let lock = try hold(staging)
    try Self.failing(on: path) { () throws(SystemFailure) in try FileSwap.markOurs(staging) }
    if !isNew { try FileSwap.undo(folder: path, staging: staging) }
    FileSwap.removeContents(staging)
    return Staging(path: staging, lock: lock)
  }

  private func hold(_ staging: String) throws(FolderFailure) -> FolderLock {
    let lock: FolderLock
    do {
      lock = try FolderLock(staging)
    } catch {
      // Held by another run, or removed by one between our two calls.
      throw .inUse(path)
    }
    guard try Self.failing(on: path, { () throws(SystemFailure) in try FileSwap.isOurs(staging) }) else {
      throw .reserved(staging)
    }
    return lock
  }

  private func clearLeftovers() throws(FolderFailure) {
    for isNew in [false, true] {
      let staging = stagingPath(isNew: isNew)
      guard (try? FileCalls.kind(staging)) == .folder else { continue }
      let lock = try hold(staging)
      if !isNew { try FileSwap.undo(folder: path, staging: staging) }
      FileSwap.removeStaging(staging)
      _ = consume lock
    }
  }

  /// Inside the folder where it is there, beside it where it is to be made: so always on its file system.
  private func stagingPath(isNew: Bool) -> String {
    guard isNew else { return path + "/.funnel-staging" }
    return Self.parent(of: path) + "/." + Self.name(of: path) + ".funnel-staging"
  }

  private func makeParents() throws(FolderFailure) -> [String] {
    var missing: [String] = []
    var folder = Self.parent(of: path)
    while (try? FileCalls.kind(folder)) == .missing {
      missing.append(folder)
      folder = Self.parent(of: folder)
    }
    var made: [String] = []
    for folder in missing.reversed() {
      do {
        try FileCalls.makeFolder(folder)
        made.append(folder)
      } catch {
        for folder in made.reversed() { try? FileCalls.removeFolder(folder) }
        throw .cannotWrite(path: folder, code: error.code)
      }
    }
    return made
  }

  private static func nearestFolder(above path: String) throws(FolderFailure) -> String {
    var folder = parent(of: path)
    while true {
      switch try failing(on: path, { () throws(SystemFailure) in try FileCalls.kind(folder) }) {
      case .folder: return folder
      case .file, .other: throw .noFolder(folder)
      case .missing: folder = parent(of: folder)
      }
    }
  }

  /// The path without its last name; `.` for a bare name.
  static func parent(of path: String) -> String {
    let trimmed = trimmed(path)
    guard let slash = trimmed.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    let parent = Self.trimmed(String(trimmed[..<slash]))
    return parent.isEmpty ? "/" : parent
  }

  private static func name(of path: String) -> String {
    let trimmed = trimmed(path)
    guard let slash = trimmed.utf8.lastIndex(of: UInt8(ascii: "/")) else { return trimmed }
    return String(trimmed[trimmed.utf8.index(after: slash)...])
  }

  private static func trimmed(_ path: String) -> String {
    var path = Substring(path)
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() }
    return String(path)
  }

  /// The work's failures as those of a path.
  static func failing<Result>(
    on path: String, _ work: () throws(SystemFailure) -> Result
  ) throws(FolderFailure) -> Result {
    do {
      return try work()
    } catch {
      throw .cannotWrite(path: path, code: error.code)
    }
  }
}
