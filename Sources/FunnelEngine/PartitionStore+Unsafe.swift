/// The events of one worker whose users fall into one partition, with the texts of users and sessions.
///
/// Sound because texts are addressed by offsets that an append has given.
@safe
struct PartitionStore: ~Copyable {
  /// A user's text and the session id it bore last.
  struct User: BitwiseCopyable {
    var hash: UInt64
    var text: Int
    var length: UInt32
    var lastSession: UInt32 = 0
    var lastSessionText = 0
    var lastSessionLength: UInt32 = 0
    /// Whether its sessions are in the hash table: those of a user with one need no looking for.
    var isHashed = false
  }

  /// A session id of one user.
  struct Session: BitwiseCopyable {
    var text: Int
    var length: UInt32
    var user: UInt32
    var tag: UInt32
  }

  /// What an event says of its session and itself, kept only where ties are settled by the event's id.
  struct Mention: BitwiseCopyable {
    var session: UInt32
    var length: UInt32
    var text: Int
  }

  private(set) var users = GrowingBuffer<User>()
  private(set) var sessions = GrowingBuffer<Session>()
  private(set) var mentions = GrowingBuffer<Mention>()
  // Never empty, so that its address is there also for texts of no length.
  private var texts = GrowingBuffer<UInt8>(repeating: 0, count: 1)
  private var userSlots = GrowingBuffer<UInt64>()
  private var sessionSlots = GrowingBuffer<UInt32>()
  private var hashedSessions = 0
  /// The events in the order in which they came.
  private(set) var events = PackedEvents()
  /// The numbers of the values of the combinations that its events have, where these are the store's own.
  var combinations: [UInt32] = []

  // MARK: - Users

  /// What stands first where a user is looked for, 0 for nothing.
  @inline(__always)
  func entry(hash: UInt64) -> UInt64 {
    userSlots.count == 0 ? 0 : userSlots[Int(truncatingIfNeeded: hash >> 32) & (userSlots.count &- 1)]
  }

  /// Loads the user of an entry, so that it is in the cache by then; the result means nothing.
  @inline(__always)
  func touchUser(entry: UInt64) -> UInt64 {
    entry == 0 ? 0 : users[Int(UInt32(truncatingIfNeeded: entry)) &- 1].hash
  }

  /// The same of the texts of its id and of its last session's.
  @inline(__always)
  func touchTexts(entry: UInt64) -> UInt64 {
    guard entry != 0, texts.count > 0 else { return 0 }
    let user = users[Int(UInt32(truncatingIfNeeded: entry)) &- 1]
    let bytes = unsafe texts.base.unsafelyUnwrapped
    return unsafe UInt64(bytes[user.text]) ^ UInt64(bytes[user.lastSessionText])
  }

  /// The number of a user, from 0, who is added if new.
  @inline(__always)
  mutating func user(_ start: UnsafeRawPointer, _ length: Int, hash: UInt64) -> UInt32 {
    if userSlots.count != 0 {
      let mask = userSlots.count &- 1
      let tag = hash >> 32
      var slot = Int(truncatingIfNeeded: tag) & mask
      while true {
        let entry = userSlots[slot]
        if entry == 0 { break }
        if entry >> 32 == tag {
          let number = UInt32(truncatingIfNeeded: entry) &- 1
          let user = users[Int(number)]
          if user.hash == hash, Int(user.length) == length,
            unsafe areSame(texts.base.unsafelyUnwrapped + user.text, start, length)
          {
            return number
          }
        }
        slot = (slot &+ 1) & mask
      }
    }
    return unsafe addUser(start, length, hash)
  }

  /// The number of a user who is known by a hash alone, and is one with a user of that hash.
  mutating func user(hash: UInt64) -> UInt32 {
    if userSlots.count != 0 {
      let mask = userSlots.count - 1
      var slot = Int(truncatingIfNeeded: hash >> 32) & mask
      while userSlots[slot] != 0 {
        let number = UInt32(truncatingIfNeeded: userSlots[slot]) - 1
        if users[Int(number)].hash == hash { return number }
        slot = (slot + 1) & mask
      }
    }
    return unsafe addUser(address(of: UnsafeRawBufferPointer(start: nil, count: 0)), 0, hash)
  }

  @inline(never)
  private mutating func addUser(_ start: UnsafeRawPointer, _ length: Int, _ hash: UInt64) -> UInt32 {
    if (users.count + 1) * 4 > userSlots.count * 3 {
      userSlots = GrowingBuffer(repeating: 0, count: max(16, userSlots.count * 2))
      for number in 0..<users.count { placeUser(number, users[number].hash) }
    }
    let number = users.count
    users.append(User(hash: hash, text: texts.count, length: UInt32(length)))
    unsafe texts.append(from: start, count: length)
    placeUser(number, hash)
    return UInt32(number)
  }

  private mutating func placeUser(_ number: Int, _ hash: UInt64) {
    let mask = userSlots.count - 1
    var slot = Int(truncatingIfNeeded: hash >> 32) & mask
    while userSlots[slot] != 0 { slot = (slot + 1) & mask }
    userSlots[slot] = (hash >> 32) << 32 | UInt64(number + 1)
  }

  /// The bytes of a user's id; valid until the next text is added.
  func text(ofUser number: Int) -> UnsafeRawBufferPointer {
    unsafe text(at: users[number].text, Int(users[number].length))
  }

  // MARK: - Sessions

  /// The number of a user's session id, from 1; one that the user bore last is found by a single comparison.
  @inline(__always)
  mutating func session(of user: UInt32, _ start: UnsafeRawPointer, _ length: Int) -> UInt32 {
    let entry = users[Int(user)]
    if entry.lastSession != 0, Int(entry.lastSessionLength) == length,
      unsafe areSame(texts.base.unsafelyUnwrapped + entry.lastSessionText, start, length)
    {
      return entry.lastSession
    }
    return unsafe findSession(of: user, start, length)
  }

  @inline(never)
  private mutating func findSession(of user: UInt32, _ start: UnsafeRawPointer, _ length: Int) -> UInt32 {
    let last = users[Int(user)].lastSession
    if last == 0 { return unsafe addSession(of: user, start, length, tag: 0) }
    if !users[Int(user)].isHashed {
      let bytes = unsafe text(ofSession: last)
      sessions[Int(last) - 1].tag = unsafe tag(of: user, address(of: bytes), bytes.count)
      users[Int(user)].isHashed = true
      placeSession(last)
    }
    let tag = unsafe tag(of: user, start, length)
    let mask = sessionSlots.count - 1
    var slot = Int(tag) & mask
    while sessionSlots[slot] != 0 {
      let number = sessionSlots[slot]
      let session = sessions[Int(number) - 1]
      if session.tag == tag, session.user == user, Int(session.length) == length,
        unsafe areSame(texts.base.unsafelyUnwrapped + session.text, start, length)
      {
        bear(session: number, user)
        return number
      }
      slot = (slot + 1) & mask
    }
    let number = unsafe addSession(of: user, start, length, tag: tag)
    placeSession(number)
    return number
  }

  private func tag(of user: UInt32, _ start: UnsafeRawPointer, _ length: Int) -> UInt32 {
    let hash = KeyedHash.ofThisRun
    return UInt32(truncatingIfNeeded: hash.combining(users[Int(user)].hash, unsafe hash(start, length)))
  }

  private mutating func addSession(
    of user: UInt32, _ start: UnsafeRawPointer, _ length: Int, tag: UInt32
  ) -> UInt32 {
    sessions.append(Session(text: texts.count, length: UInt32(length), user: user, tag: tag))
    unsafe texts.append(from: start, count: length)
    let number = UInt32(sessions.count)
    bear(session: number, user)
    return number
  }

  /// Notes which session a user bore last.
  private mutating func bear(session number: UInt32, _ user: UInt32) {
    users[Int(user)].lastSession = number
    users[Int(user)].lastSessionText = sessions[Int(number) - 1].text
    users[Int(user)].lastSessionLength = sessions[Int(number) - 1].length
  }

  /// Puts a session of a user whose sessions are hashed into the table, which grows where it must.
  private mutating func placeSession(_ number: UInt32) {
    if (hashedSessions + 1) * 4 > sessionSlots.count * 3 {
      sessionSlots = GrowingBuffer(repeating: 0, count: max(16, sessionSlots.count * 2))
      for other in 1..<UInt32(sessions.count + 1) where other != number && isHashed(session: other) {
        fillSlot(with: other)
      }
    }
    hashedSessions += 1
    fillSlot(with: number)
  }

  private func isHashed(session number: UInt32) -> Bool { users[Int(sessions[Int(number) - 1].user)].isHashed }

  private mutating func fillSlot(with number: UInt32) {
    let mask = sessionSlots.count - 1
    var slot = Int(sessions[Int(number) - 1].tag) & mask
    while sessionSlots[slot] != 0 { slot = (slot + 1) & mask }
    sessionSlots[slot] = number
  }

  /// The bytes of a session id by its number, empty for 0; valid until the next text is added.
  func text(ofSession number: UInt32) -> UnsafeRawBufferPointer {
    guard number != 0 else { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
    return unsafe text(at: sessions[Int(number) - 1].text, Int(sessions[Int(number) - 1].length))
  }

  /// The number of a new pair of session id and event id.
  mutating func mention(session: UInt32, _ start: UnsafeRawPointer, _ length: Int) -> UInt32 {
    mentions.append(Mention(session: session, length: UInt32(length), text: texts.count))
    unsafe texts.append(from: start, count: length)
    return UInt32(mentions.count - 1)
  }

  /// The bytes of the event id of a mention; valid until the next text is added.
  func text(ofMention number: UInt32) -> UnsafeRawBufferPointer {
    unsafe text(at: mentions[Int(number)].text, Int(mentions[Int(number)].length))
  }

  private func text(at offset: Int, _ length: Int) -> UnsafeRawBufferPointer {
    guard length > 0 else { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
    return unsafe UnsafeRawBufferPointer(start: texts.base.unsafelyUnwrapped + offset, count: length)
  }

  // MARK: - Events

  /// Keeps an event.
  @inline(__always)
  mutating func append(_ event: StoredEvent) { events.append(event) }

  // MARK: - Putting stores together

  /// Takes over the users, sessions and mentions of another worker's store of the same partition.
  ///
  /// Users that are known by their hashes alone come after all others, so that they find those that they are one with.
  /// The result gives the numbers that they have here.
  mutating func absorbTexts(of other: borrowing PartitionStore) -> StoreNumbers {
    var numbers = StoreNumbers()
    numbers.users.reserveCapacity(other.users.count)
    for number in 0..<other.users.count {
      let bytes = unsafe other.text(ofUser: number)
      let hash = other.users[number].hash
      numbers.users.append(
        bytes.count == 0 ? user(hash: hash) : unsafe user(address(of: bytes), bytes.count, hash: hash))
    }
    numbers.sessions.reserveCapacity(other.sessions.count + 1)
    numbers.sessions.append(0)
    for index in 0..<other.sessions.count {
      let bytes = unsafe other.text(ofSession: UInt32(index + 1))
      let user = numbers.users[Int(other.sessions[index].user)]
      numbers.sessions.append(unsafe session(of: user, address(of: bytes), bytes.count))
    }
    numbers.mentions.reserveCapacity(other.mentions.count)
    for index in 0..<other.mentions.count {
      let bytes = unsafe other.text(ofMention: UInt32(index))
      let session = numbers.sessions[Int(other.mentions[index].session)]
      numbers.mentions.append(unsafe mention(session: session, address(of: bytes), bytes.count))
    }
    return numbers
  }
}

/// The numbers that the users, sessions and mentions of one store have in another.
struct StoreNumbers {
  var users: [UInt32] = []
  var sessions: [UInt32] = []
  var mentions: [UInt32] = []
}
