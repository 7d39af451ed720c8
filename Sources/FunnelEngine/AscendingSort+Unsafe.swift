/// Some lists of microseconds, none negative, as one in ascending order.
///
/// Long lists are sorted by digits of eleven bits, in time linear in their length; short ones by comparison. Sound
/// because every place is a running sum of counts of the very values that are put there.
func ascending(_ parts: consuming [[Int64]]) -> [Int64] {
  // What is handed over is not copied: there may be little memory.
  var values = parts.popLast() ?? []
  while let part = parts.popLast() { values += part }
  guard values.count > 512 else {
    values.sort()
    return values
  }
  let digitBits = 11
  let digits = 1 << digitBits
  let largest = UInt64(values.max() ?? 0)
  let passes = (64 - largest.leadingZeroBitCount + digitBits - 1) / digitBits
  for pass in 0..<passes {
    let shift = UInt64(pass * digitBits)
    var places = Array(repeating: 0, count: digits)
    for value in values { places[Int(truncatingIfNeeded: UInt64(bitPattern: value) >> shift) & (digits - 1)] += 1 }
    var sum = 0
    for digit in places.indices { (places[digit], sum) = (sum, sum + places[digit]) }
    values = unsafe Array(unsafeUninitializedCapacity: values.count) { buffer, count in
      for value in values {
        let digit = Int(truncatingIfNeeded: UInt64(bitPattern: value) >> shift) & (digits - 1)
        unsafe buffer[places[digit]] = value
        places[digit] += 1
      }
      count = values.count
    }
  }
  return values
}
