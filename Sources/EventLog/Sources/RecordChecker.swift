/// Checks records as lines are checked, and notes where the values lie that are found by keys and indices alone.
final class RecordChecker {
  private var scanner: LineScanner

  init(tables: FieldTables, maxLineBytes: Int, listCapacity: Int, way: SpecialBytes.Way) {
    scanner = LineScanner(tables: tables, maxLineBytes: maxLineBytes, listCapacity: listCapacity, way: way)
  }

  /// What is wrong with the last record that was rejected.
  var fault: LineFault { scanner.fault }
  /// What the record holds at the nodes that it was asked for.
  var slots: Cells<FieldSlot> { scanner.slots }
  /// The mark of the record's slots.
  var mark: UInt64 { FieldSlot.mark(scanner.scan) }
  /// Where the record's object begins.
  var rootStart: Int { scanner.rootStart }
  /// Where the next record begins.
  var nextLine: Int { scanner.nextLine }
  /// Where the record's content ends.
  var contentEnd: Int { scanner.contentEnd(scanner.nextLine - 1) }

  /// Turns to another region, which ends with a line end.
  func turn(to region: Range<Int>, of buffer: TextBuffer) {
    scanner.turn(to: region, of: buffer)
  }

  /// Checks the record that begins at a position.
  func line(at start: Int) -> LineScanner.Outcome {
    scanner.line(at: start)
  }
}
