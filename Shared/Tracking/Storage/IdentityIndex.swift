internal import Schema

/// Finds the slot of a beacon: open addressing with linear probing, eight bytes an entry, never more than half full.
///
/// An entry holds the slot and 32 bits of the identity's hash, whose upper bits are also the entry's home; so a look-up reads
/// one line of this table and then the beacon itself. The hash is seeded: nobody can aim identities at one bucket.
struct IdentityIndex: ~Copyable {
    private var entries: FixedArray<UInt64>
    private let mask: UInt32
    private let shift: UInt32
    private let seed: UInt64

    /// An index for up to `capacity` slots; `seed` is secret and random.
    init(capacity: Int, seed: UInt64) {
        var bits = 4
        while 1 << bits < capacity * 2 { bits += 1 }
        entries = FixedArray(zeroed: 1 << bits)
        mask = UInt32(1 << bits - 1)
        shift = UInt32(32 - bits)
        self.seed = seed
    }

    /// The hash under which an identity is kept.
    @inline(__always)
    func tag(of identity: BeaconIdentity) -> UInt32 {
        let words = identity.words
        var hash = words.0 ^ seed
        hash = (hash ^ (hash >> 32)) &* 0xd6e8_feb8_6659_fd93
        hash ^= words.1
        hash = (hash ^ (hash >> 29)) &* 0x9fb2_1c65_1e98_df25
        hash ^= words.2
        hash = (hash ^ (hash >> 32)) &* 0xd6e8_feb8_6659_fd93
        return UInt32(truncatingIfNeeded: hash >> 32)
    }

    /// The slot kept under `tag` that `isWanted` confirms.
    @inline(__always)
    func find(_ tag: UInt32, _ isWanted: (Int32) -> Bool) -> Int32? {
        var position = tag >> shift
        while true {
            let entry = entries[Int32(bitPattern: position)]
            guard entry != 0 else { return nil }
            if UInt32(truncatingIfNeeded: entry >> 32) == tag {
                let slot = Int32(truncatingIfNeeded: entry & 0xffff_ffff) - 1
                if isWanted(slot) { return slot }
            }
            position = (position + 1) & mask
        }
    }

    /// Keeps `slot` under `tag`; it must not be there yet.
    mutating func insert(_ slot: Int32, _ tag: UInt32) {
        var position = tag >> shift
        while entries[Int32(bitPattern: position)] != 0 { position = (position + 1) & mask }
        entries[Int32(bitPattern: position)] = UInt64(tag) << 32 | UInt64(UInt32(bitPattern: slot + 1))
    }

    /// Forgets `slot` under `tag`, and closes the gap so that look-ups never meet a tombstone.
    mutating func remove(_ slot: Int32, _ tag: UInt32) {
        let wanted = UInt64(tag) << 32 | UInt64(UInt32(bitPattern: slot + 1))
        var gap = tag >> shift
        while entries[Int32(bitPattern: gap)] != wanted {
            guard entries[Int32(bitPattern: gap)] != 0 else { return }
            gap = (gap + 1) & mask
        }
        var position = gap
        while true {
            position = (position + 1) & mask
            let entry = entries[Int32(bitPattern: position)]
            guard entry != 0 else { break }
            let home = UInt32(truncatingIfNeeded: entry >> 32) >> shift
            // Movable unless its home lies between the gap and where it stands.
            if (position &- home) & mask >= (position &- gap) & mask {
                entries[Int32(bitPattern: gap)] = entry
                gap = position
            }
        }
        entries[Int32(bitPattern: gap)] = 0
    }
}
