import FunnelModel

extension ReadingSummary {
  /// What some workers' readings come to together.
  init(logs: [OpenLog], plan: ReadingPlan, workers: [ReadingWorker], course: ReadingCourseKeeper) {
    self.init()
    files = logs.count
    repeated = logs.flatMap { log in log.otherNames.map { RepeatedLog(file: log.name, name: $0) } }
    bytes = course.bytesRead
    var kept: [KeptReject] = []
    for worker in workers {
      blank += worker.reader.blank
      noZone += worker.reader.noZone
      badDuration += worker.reader.badDuration
      bothIDs += worker.reader.bothIDs
      rejected.merge(worker.reader.rejects.counts, uniquingKeysWith: +)
      kept += worker.reader.rejects.rejects
      for reader in worker.recordReaders.values {
        blank += reader.blank
        noZone += reader.noZone
        badDuration += reader.badDuration
        bothIDs += reader.bothIDs
        clockAhead += reader.clockAhead
        identity += reader.identity
        chosenArms += reader.chosenArms
        passedRecords += reader.passedRecords
        passedBytes += reader.passedBytes
        rejected.merge(reader.rejects.counts, uniquingKeysWith: +)
        kept += reader.rejects.rejects
      }
    }

    experiments = MetExperiment.joined(
      workers.flatMap { $0.recordReaders.values.flatMap(\.experiments.experiments) })

    // A reject's line in its log: the lines of the parts before its own, and those before it in its part.
    let parts = workers.flatMap(\.parts).sorted { $0.part < $1.part }
    var linesBefore: [Int] = []
    var inLog = 0
    for (place, entry) in parts.enumerated() {
      if place > 0, !parts[place - 1].part.isOfOneText(with: entry.part) { inLog = 0 }
      linesBefore.append(inLog)
      inLog += entry.lines
      lines += entry.records
    }
    kept.sort { ($0.part, $0.linesBefore, $0.column) < ($1.part, $1.linesBefore, $1.column) }
    var shown: [RejectReason: Int] = [:]
    var place = 0
    for reject in kept where shown[reject.reason, default: 0] < plan.keptRejects {
      shown[reject.reason, default: 0] += 1
      while parts[place].part < reject.part { place += 1 }
      firstRejects.append(
        Reject(
          reason: reject.reason, file: course.name(of: reject.part) ?? logs[reject.part.log].name,
          line: linesBefore[place] + reject.linesBefore + 1,
          column: reject.column, detail: reject.detail, text: reject.text, textOffset: reject.textOffset))
    }
  }
}
