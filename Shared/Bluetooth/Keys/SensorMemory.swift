internal import Schema

/// What is kept of devices without a key, by address: a table of fixed size in which the longest unheard of four goes
/// first. Which four share a place follows from a random seed, so nobody can choose whom to displace.
struct SensorMemory: Sendable {
    /// The most devices it remembers.
    static let capacity = 4_096
    private static let ways = 4

    private struct Slot: Sendable {
        /// 0 = free: the address 00:00:00:00:00:00 belongs to nobody.
        var address: UInt64 = 0
        var memory = EventMemory()
    }

    /// Devices that had to make room.
    private(set) var evictions: UInt64 = 0
    /// Made with the first event, so that places without buttons pay nothing.
    private var slots: [Slot] = []
    private let seed: UInt64

    init(seed: UInt64) {
        self.seed = seed | 1
    }

    /// Counts a report's events for its device; gives the device's total.
    mutating func take(
        _ events: SensorEvents, of address: BluetoothAddress, fingerprint: UInt32, at now: Instant
    ) -> UInt32 {
        if slots.isEmpty { slots = Array(repeating: Slot(), count: Self.capacity) }
        let index = place(of: address.value, now)
        return slots[index].memory.take(events, fingerprint: fingerprint, isSealed: false, at: now)
    }

    private mutating func place(of address: UInt64, _ now: Instant) -> Int {
        let first = Int((address &* seed &* 0x9e37_79b9_7f4a_7c15) >> 54) * Self.ways
        var oldest = first
        for index in first..<(first + Self.ways) {
            if slots[index].address == address { return index }
            if slots[oldest].address != 0
                && (slots[index].address == 0 || slots[index].memory.heard < slots[oldest].memory.heard)
            {
                oldest = index
            }
        }
        if slots[oldest].address != 0 { evictions &+= 1 }
        slots[oldest] = Slot(address: address)
        return oldest
    }
}
