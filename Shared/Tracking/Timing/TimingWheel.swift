/// Deadlines of a fixed number of slots, at constant cost whether one is set, moved, cancelled or reached.
///
/// Time is cut into ticks of 2^27 ns (134 ms), 512 ticks around. The wheel stores only where a slot waits, never its
/// deadline: the owner keeps that, and when a slot is handed out before its time (its deadline moved, or lay beyond one
/// turn of 68 s) schedules it again. So a beacon that is heard all the time is touched once per time-out, not once per report.
struct TimingWheel: ~Copyable {
    static let tickShift: Int64 = 27
    static let ticks: Int64 = 512

    static var bytesPerSlot: Int { 2 * MemoryLayout<Int32>.stride + MemoryLayout<Int16>.stride }

    /// The end of a list, and the mark of a slot that waits nowhere.
    private static let none: Int32 = -1

    private var next: FixedArray<Int32>
    private var previous: FixedArray<Int32>
    private var place: FixedArray<Int16>
    private var heads: FixedArray<Int32>
    private var occupied = InlineArray<8, UInt64>(repeating: 0)
    private var cursor: Int64

    /// A wheel for slots `0 ..< capacity` that begins to turn at `now` (nanoseconds).
    init(capacity: Int, now: Int64) {
        next = FixedArray(zeroed: capacity)
        previous = FixedArray(zeroed: capacity)
        // Stored plus one, so that zeroed memory means "waits nowhere".
        place = FixedArray(zeroed: capacity)
        heads = FixedArray(repeating: Self.none, count: Int(Self.ticks))
        cursor = now >> Self.tickShift
    }

    /// Lets `slot` come out at the first tick not before `deadline` (nanoseconds), or after one turn if that is sooner.
    mutating func schedule(_ slot: Int32, at deadline: Int64) {
        cancel(slot)
        let wanted = ((deadline &- 1) >> Self.tickShift) &+ 1
        let tick = min(max(wanted, cursor), cursor &+ Self.ticks &- 1)
        let position = Int32(truncatingIfNeeded: tick & (Self.ticks - 1))
        let first = heads[position]
        next[slot] = first
        previous[slot] = Self.none
        if first != Self.none { previous[first] = slot }
        heads[position] = slot
        place[slot] = Int16(position + 1)
        occupied[Int(position >> 6)] |= 1 << UInt64(position & 63)
    }

    /// Takes `slot` out; harmless when it does not wait.
    mutating func cancel(_ slot: Int32) {
        let stored = place[slot]
        guard stored != 0 else { return }
        let position = Int32(stored) - 1
        let before = previous[slot]
        let after = next[slot]
        if before != Self.none { next[before] = after } else { heads[position] = after }
        if after != Self.none { previous[after] = before }
        place[slot] = 0
        if heads[position] == Self.none { occupied[Int(position >> 6)] &= ~(1 << UInt64(position & 63)) }
    }

    /// Takes out one slot whose tick has been reached at `now`, or says that there is none.
    mutating func popDue(now: Int64) -> Int32? {
        let reached = now >> Self.tickShift
        guard cursor <= reached else { return nil }
        // After a long gap one turn visits everything.
        cursor = max(cursor, reached &- Self.ticks &+ 1)
        guard let tick = firstOccupied(), tick <= reached else {
            cursor = reached &+ 1
            return nil
        }
        cursor = tick
        let slot = heads[Int32(truncatingIfNeeded: tick & (Self.ticks - 1))]
        cancel(slot)
        return slot
    }

    /// When `popDue` can next have something, in nanoseconds; nil while nothing waits.
    var nextDue: Int64? { firstOccupied().map { $0 << Self.tickShift } }

    /// The first tick at or after the cursor at which a slot waits.
    private func firstOccupied() -> Int64? {
        let start = Int(cursor & (Self.ticks - 1))
        for step in 0...8 {
            let word = ((start >> 6) + step) & 7
            var bits = occupied[word]
            if step == 0 { bits &= ~0 << UInt64(start & 63) }
            if step == 8 { bits &= ~(~0 << UInt64(start & 63)) }
            guard bits != 0 else { continue }
            let position = word << 6 | bits.trailingZeroBitCount
            let ahead = Int64(position - start) & (Self.ticks - 1)
            return cursor &+ ahead
        }
        return nil
    }
}
