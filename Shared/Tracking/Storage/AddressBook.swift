/// What is remembered by address: the name heard from it, and the beacon last sighted under it.
///
/// Names and Eddystone telemetry come in reports that do not say which beacon they belong to (scan responses, TLM frames).
/// Bounded: four places per bucket, the longest unused goes first.
struct AddressBook: ~Copyable {
    /// One address. (Not private: the compiler cannot link a private type used by a generic block in another file.)
    struct Entry {
        /// The address with bit 63 set; 0 = empty.
        var address: UInt64
        var used: UInt64
        var slot: Int32
        var name: ShortText
    }

    private static let ways: Int32 = 4
    private var entries: FixedArray<Entry>
    private let mask: UInt64
    private var uses: UInt64 = 0
    /// How many addresses were given up for others.
    private(set) var evicted: UInt64 = 0

    /// For `capacity` addresses, rounded up to a power of two.
    init(capacity: Int) {
        var buckets = 4
        while buckets * Int(Self.ways) < min(max(capacity, 16), 65_536) { buckets *= 2 }
        entries = FixedArray(zeroed: buckets * Int(Self.ways))
        mask = UInt64(buckets - 1)
    }

    /// Notes that the beacon in `slot` now sends under `address`; gives the name known from there.
    mutating func meet(_ address: UInt64, slot: Int32) -> ShortText {
        let place = place(of: address)
        entries[place].slot = slot
        return entries[place].name
    }

    /// Notes a name; gives the slot that may be sending under this address.
    mutating func name(_ address: UInt64, _ name: UnsafeRawBufferPointer) -> Int32? {
        let place = place(of: address)
        if !entries[place].name.isKept(of: name) { entries[place].name = ShortText(name) }
        let slot = entries[place].slot
        return slot < 0 ? nil : slot
    }

    /// The slot that may be sending under this address.
    func slot(_ address: UInt64) -> Int32? {
        let start = bucket(of: address)
        for way in 0..<Self.ways where entries[start + way].address == address | 1 << 63 {
            let slot = entries[start + way].slot
            return slot < 0 ? nil : slot
        }
        return nil
    }

    private func bucket(of address: UInt64) -> Int32 {
        let mixed = (address &* 0x9e37_79b9_7f4a_7c15) >> 40
        return Int32(truncatingIfNeeded: mixed & mask) * Self.ways
    }

    private mutating func place(of address: UInt64) -> Int32 {
        let start = bucket(of: address)
        uses &+= 1
        var chosen = start
        for way in start..<start + Self.ways {
            if entries[way].address == address | 1 << 63 {
                entries[way].used = uses
                return way
            }
            if entries[way].used < entries[chosen].used { chosen = way }
        }
        if entries[chosen].address != 0 { evicted &+= 1 }
        entries[chosen] = Entry(address: address | 1 << 63, used: uses, slot: -1, name: ShortText())
        return chosen
    }
}
