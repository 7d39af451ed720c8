import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Folders of logs.
public enum LogFolder {
  /// The logs below some folders, those of each in the byte order of their names.
  ///
  /// Passed over are hidden files and folders, PostHog's `_manifest.json`, Amplitude's markers `*_complete`, empty files, and
  /// what is neither file nor folder; links are followed to files only, so that no folder is read twice.
  /// A run that named folders alone, and gets no log of them, was to read others.
  public static func logs(_ named: [String], below folders: [String]) throws(LogFailure) -> [String] {
    let logs = named + (try logs(below: folders))
    if logs.isEmpty, !folders.isEmpty { throw .noLog(folders: folders) }
    return logs
  }

  /// The logs below some folders.
  static func logs(below folders: [String]) throws(LogFailure) -> [String] {
    var logs: [String] = []
    for folder in folders {
      var found: [String] = []
      var open = [folder]
      while let next = open.popLast() {
        let names: [String]
        do {
          names = try FileManager.default.contentsOfDirectory(atPath: next)
        } catch {
          var isFolder: ObjCBool = false
          if unsafe FileManager.default.fileExists(atPath: next, isDirectory: &isFolder), !isFolder.boolValue {
            throw .notFolder(file: next)
          }
          let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
          throw .cannotList(folder: next, code: cause.map { Int32($0.code) } ?? ENOENT)
        }
        for name in names where name.utf8.first != UInt8(ascii: ".") && !isMarker(name) {
          let path = next.hasSuffix("/") ? next + name : next + "/" + name
          let attributes = try? FileManager.default.attributesOfItem(atPath: path)
          switch attributes?[.type] as? FileAttributeType {
          case .typeDirectory: open.append(path)
          case .typeRegular: if attributes?[.size] as? Int != 0 { found.append(path) }
          case .typeSymbolicLink:
            var isFolder: ObjCBool = false
            if unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
              found.append(path)
            }
          default: break
          }
        }
      }
      logs += found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
    return logs
  }

  /// Whether a name is that of a file that says what others are there, or that they are.
  static func isMarker(_ name: String) -> Bool {
    name.hasSuffix("_manifest.json") || name.hasSuffix("_complete")
  }
}
