/// Some lists of microseconds, none negative, as one in ascending order.
///
/// Long lists are sorted by digits of eleven bits, in time linear in their length; short ones by comparison. Whole
/// milliseconds, which most clocks give, are sorted as such: they take half the memory and fewer digits.
func ascending(_ parts: consuming [[Int64]]) -> [Int64] {
  // What is handed over is not copied: there may be little memory.
  let count = parts.reduce(0) { $0 + $1.count }
  var values = parts.popLast() ?? []
  if !parts.isEmpty { values.reserveCapacity(count) }
  while let part = parts.popLast() { values += part }
  guard values.count > 512 else {
    values.sort()
    return values
  }
  let largest = values.max() ?? 0
  guard largest / 1000 <= UInt32.max, values.allSatisfy({ $0 % 1000 == 0 }) else {
    return sortedByDigits(values, largest: UInt64(largest))
  }
  let milliseconds = values.map { UInt32($0 / 1000) }
  values = []
  return sortedByDigits(milliseconds, largest: UInt32(largest / 1000)).map { Int64($0) * 1000 }
}

/// Some numbers, none negative, in ascending order.
///
/// Sound because every place is a running sum of counts of the very values that are put there.
private func sortedByDigits<Value: FixedWidthInteger, Bits: FixedWidthInteger>(
  _ list: consuming [Value], largest: Bits
) -> [Value] {
  var values = list
  let digitBits = 11
  let digits = 1 << digitBits
  let passes = (Bits.bitWidth - largest.leadingZeroBitCount + digitBits - 1) / digitBits
  for pass in 0..<passes {
    let shift = pass * digitBits
    var places = Array(repeating: 0, count: digits)
    for value in values {
      places[Int(truncatingIfNeeded: value &>> Value(truncatingIfNeeded: shift)) & (digits - 1)] += 1
    }
    var sum = 0
    for digit in places.indices { (places[digit], sum) = (sum, sum + places[digit]) }
    values = unsafe Array(unsafeUninitializedCapacity: values.count) { buffer, count in
      for value in values {
        let digit = Int(truncatingIfNeeded: value &>> Value(truncatingIfNeeded: shift)) & (digits - 1)
        unsafe buffer[places[digit]] = value
        places[digit] += 1
      }
      count = values.count
    }
  }
  return values
}
