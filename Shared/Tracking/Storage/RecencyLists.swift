/// The slots in order of their last sighting, in lists, so that the right one goes first when the table is full.
struct RecencyLists: ~Copyable {
    /// Which list a slot is in; lower ones are given up first.
    enum Class: UInt8 {
        /// Sighted, but not yet active. A flood of made-up identities only ever displaces these.
        case candidate = 0
        case active = 1
        case registered = 2
        /// In no use: the free slots wait in a list of their own.
        case free = 3
    }

    static var bytesPerSlot: Int { 2 * MemoryLayout<Int32>.stride }

    private static let none: Int32 = -1

    private var next: FixedArray<Int32>
    private var previous: FixedArray<Int32>
    private var heads = InlineArray<4, Int32>(repeating: none)
    private var tails = InlineArray<4, Int32>(repeating: none)

    init(capacity: Int) {
        next = FixedArray(zeroed: capacity)
        previous = FixedArray(zeroed: capacity)
    }

    /// The least recently sighted slot of a list.
    func oldest(_ list: Class) -> Int32? {
        let head = heads[Int(list.rawValue)]
        return head == Self.none ? nil : head
    }

    /// Puts a slot that is in no list at the end of one.
    @inline(__always)
    mutating func append(_ slot: Int32, to list: Class) {
        let tail = tails[Int(list.rawValue)]
        previous[slot] = tail
        next[slot] = Self.none
        if tail == Self.none { heads[Int(list.rawValue)] = slot } else { next[tail] = slot }
        tails[Int(list.rawValue)] = slot
    }

    /// Takes a slot out of the list it is in.
    @inline(__always)
    mutating func remove(_ slot: Int32, from list: Class) {
        let before = previous[slot]
        let after = next[slot]
        if before == Self.none { heads[Int(list.rawValue)] = after } else { next[before] = after }
        if after == Self.none { tails[Int(list.rawValue)] = before } else { previous[after] = before }
    }

    /// Moves a slot to the end of the list it is in: it has just been sighted.
    @inline(__always)
    mutating func touch(_ slot: Int32, in list: Class) {
        guard tails[Int(list.rawValue)] != slot else { return }
        remove(slot, from: list)
        append(slot, to: list)
    }
}
