/// When users were seen with devices: 12 bytes for each time, in pages of memory or, under a memory budget, of a file.
///
/// Sound because a page holds a whole number of sightings, those below the fill were written, and what is read back are the
/// bytes that were written.
@safe
final class SightingList {
  /// That the ids of a pair stood on one record.
  private struct Sighting: BitwiseCopyable {
    var lowTime: UInt32
    var highTime: Int32
    var pair: UInt32
  }

  /// The memory of some sightings.
  @safe
  private struct Page: BitwiseCopyable {
    let sightings: UnsafeMutablePointer<Sighting>
  }

  private static let pageBytes = 65_536
  private static let perPage = pageBytes / MemoryLayout<Sighting>.stride

  /// Where pages go that are full; nil: they stay in memory.
  private let spilled: SpilledEvents?
  private var pages = GrowingBuffer<Page>()
  private var pagesInFile = 0
  /// Sightings in the last page.
  private var fill = perPage
  private var file: TemporaryFile?

  init(spilled: SpilledEvents?) {
    self.spilled = spilled
  }

  deinit {
    for page in 0..<pages.count { unsafe PageMemory.give(back: pages[page].sightings, Self.pageBytes) }
  }

  /// Adds one.
  func append(time: Int64, pair: UInt32) {
    if fill == Self.perPage { turnPage() }
    let sighting = Sighting(
      lowTime: UInt32(truncatingIfNeeded: time), highTime: Int32(truncatingIfNeeded: time >> 32), pair: pair)
    unsafe pages[pages.count - 1].sightings[fill] = sighting
    fill += 1
  }

  /// Hands every sighting to a function; a temporary file that fails is noted with the events'.
  func forEach(_ body: (_ time: Int64, _ pair: Int) -> Void) {
    func hand(_ page: Page, _ count: Int) {
      for index in 0..<count {
        let sighting = unsafe page.sightings[index]
        body(Int64(sighting.highTime) << 32 | Int64(sighting.lowTime), Int(sighting.pair))
      }
    }
    for page in 0..<pages.count { hand(pages[page], page == pages.count - 1 ? fill : Self.perPage) }
    guard let file, let spilled else { return }
    let memory = unsafe PageMemory.take(Self.pageBytes)
    defer { unsafe PageMemory.give(back: memory, Self.pageBytes) }
    let page = unsafe Page(sightings: memory.bindMemory(to: Sighting.self, capacity: Self.perPage))
    do throws(TemporaryFileFailure) {
      for number in 0..<pagesInFile {
        try unsafe file.read(into: memory, Self.pageBytes, at: number * Self.pageBytes)
        hand(page, Self.perPage)
      }
    } catch {
      spilled.fail(error)
    }
  }

  private func turnPage() {
    fill = 0
    guard let spilled, pages.count > 0 else {
      let sightings = unsafe PageMemory.take(Self.pageBytes).bindMemory(to: Sighting.self, capacity: Self.perPage)
      pages.append(unsafe Page(sightings: sightings))
      return
    }
    guard spilled.failure == nil else { return }
    do throws(TemporaryFileFailure) {
      if file == nil { file = try TemporaryFile(in: spilled.folder) }
      try unsafe file?.write(UnsafeRawPointer(pages[0].sightings), Self.pageBytes, at: pagesInFile * Self.pageBytes)
      pagesInFile += 1
    } catch {
      spilled.fail(error)
    }
  }
}
