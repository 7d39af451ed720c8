/// Moves staged files into a folder, under a journal that says how to undo it.
///
/// The staging folder holds `staged-by-funnel`, an empty file that tells it from a folder of somebody else; `new`, the files to come; `old`, a second name for each file that they replace; and, while
/// files move, `journal`: a line for each, `replace NAME` or `add NAME`.
struct FileSwap {
  /// Where the files go.
  let folder: String
  /// Where they are staged, on the same file system.
  let staging: String
  /// The files.
  let names: [String]

  /// Moves all files, or none.
  func run() throws(FolderFailure) {
    try OutputFolder.failing(on: folder) { () throws(SystemFailure) in
      var journal = ""
      for name in names {
        let isThere = try FileCalls.isThere(folder + "/" + name)
        journal += (isThere ? "replace " : "add ") + name + "\n"
      }
      try FileCalls.makeFolder(staging + "/old")
      try FileCalls.write(Array(journal.utf8), to: staging + "/journal.new")
      try FileCalls.move(staging + "/journal.new", to: staging + "/journal")
      try FileCalls.settle(staging)
    }
    do {
      for name in names { try keep(name) }
      for name in names {
        try OutputFolder.failing(on: folder + "/" + name) { () throws(SystemFailure) in
          try FileCalls.move(staging + "/new/" + name, to: folder + "/" + name)
        }
      }
      // What is in place now has to be on the disk before the way back is given up.
      try OutputFolder.failing(on: folder) { () throws(SystemFailure) in
        try FileCalls.settle(folder)
        try FileCalls.removeFile(staging + "/journal")
        try FileCalls.settle(staging)
      }
    } catch {
      try Self.undo(folder: folder, staging: staging)
      throw error
    }
  }

  /// Gives the file that is going to be replaced a second name; where the file system has no such thing, its only one.
  private func keep(_ name: String) throws(FolderFailure) {
    let file = folder + "/" + name
    if (try? FileCalls.kind(file)) == .folder { throw .folderInPlaceOfFile(file) }
    try OutputFolder.failing(on: file) { () throws(SystemFailure) in
      guard try FileCalls.isThere(file) else { return }
      do {
        try FileCalls.link(file, as: staging + "/old/" + name)
      } catch {
        try FileCalls.move(file, to: staging + "/old/" + name)
      }
    }
  }

  /// Takes back moves that did not come to their end; without a journal there are none.
  static func undo(folder: String, staging: String) throws(FolderFailure) {
    try OutputFolder.failing(on: folder) { () throws(SystemFailure) in
      guard try FileCalls.isThere(staging + "/journal") else { return }
      let journal = try FileCalls.read(staging + "/journal")
      for line in String(decoding: journal, as: UTF8.self).split(separator: "\n") {
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2 else { continue }
        let file = folder + "/" + words[1]
        let kept = staging + "/old/" + words[1]
        if words[0] == "add" {
          try FileCalls.removeFile(file)
        } else if try FileCalls.isThere(kept) {
          try FileCalls.move(kept, to: file)
        }
      }
      try FileCalls.settle(folder)
      try FileCalls.removeFile(staging + "/journal")
    }
  }

  /// Removes a staging folder of ours, but not while its journal is needed; one that stays is the next run's to clear.
  static func removeStaging(_ staging: String) {
    if (try? FileCalls.isThere(staging + "/journal")) != false { return }
    removeContents(staging)
    // The mark goes last: a run that ends before leaves a folder that is ours.
    try? FileCalls.removeAll(staging + "/" + mark)
    try? FileCalls.removeFolder(staging)
  }

  /// The file that marks a staging folder as ours.
  private static let mark = "staged-by-funnel"

  /// Whether a folder is a staging folder of ours, or holds nothing yet.
  static func isOurs(_ staging: String) throws(SystemFailure) -> Bool {
    let entries = try FileCalls.entries(of: staging)
    return entries.isEmpty || entries.contains(mark)
  }

  /// Marks a staging folder as ours, which has to be held.
  static func markOurs(_ staging: String) throws(SystemFailure) {
    if try !FileCalls.isThere(staging + "/" + mark) { try FileCalls.write([], to: staging + "/" + mark) }
  }

  /// Empties a staging folder.
  static func removeContents(_ staging: String) {
    for name in ["journal.new", "journal", "new", "old"] {
      try? FileCalls.removeAll(staging + "/" + name)
    }
  }
}
