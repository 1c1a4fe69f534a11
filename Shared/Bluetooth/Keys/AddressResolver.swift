internal import Schema

/// Finds the device behind a resolvable private address (Core Specification Vol 3 Part H 2.2.2): the low 24 bits are
/// the hash of the upper 24 under the device's identity resolving key.
///
/// Answers are kept, found or not, in a table of fixed size: groups of four addresses, chosen by a random seed, where
/// what was not found makes room first. A random address fits a key by chance once in 2^24: with many keys and a
/// crowd of strangers that happens, which is why a tracker wants two sightings.
struct AddressResolver {
    /// Addresses whose answer is remembered.
    static let capacity = 16_384
    private static let ways = 4
    private static let missed: UInt64 = 0xffff

    /// Addresses tried against the keys; answers from the table do not count.
    private(set) var trials: UInt64 = 0
    private let identities: [BeaconIdentity]
    private let ciphers: BlockCiphers
    /// The address above, the key's index + 1 or ``missed`` in the low 16 bits; 0 = free.
    private var answers: [UInt64]
    private var turn = 0
    private let seed: UInt64

    /// Keys of 16 bytes, most significant byte first; nil if there is none.
    init?(_ keys: [(identity: BeaconIdentity, material: KeyMaterial)], seed: UInt64) {
        guard !keys.isEmpty, let ciphers = BlockCiphers(keys.map(\.material)) else { return nil }
        self.ciphers = ciphers
        identities = keys.map(\.identity)
        answers = Array(repeating: 0, count: Self.capacity)
        self.seed = seed | 1
    }

    /// Places of the table.
    var places: Int { answers.count }

    /// The device, or nil if none of the keys fits.
    mutating func resolve(_ address: BluetoothAddress) -> BeaconIdentity? {
        let first = Int((address.value &* seed &* 0x9e37_79b9_7f4a_7c15) >> 52) * Self.ways
        for index in first..<(first + Self.ways) where answers[index] >> 16 == address.value {
            let answer = answers[index] & 0xffff
            if answer != 0 { return answer == Self.missed ? nil : identities[Int(answer) - 1] }
        }
        let found = search(address)
        let answer = found.map { UInt64($0 + 1) } ?? Self.missed
        answers[room(from: first)] = address.value << 16 | answer
        return found.map { identities[$0] }
    }

    private mutating func search(_ address: BluetoothAddress) -> Int? {
        trials &+= 1
        let value = address.value
        var block = CipherBlock()
        block[13] = UInt8(truncatingIfNeeded: value >> 40)
        block[14] = UInt8(truncatingIfNeeded: value >> 32)
        block[15] = UInt8(truncatingIfNeeded: value >> 24)
        let hash = UInt32(truncatingIfNeeded: value) & 0xff_ffff
        for index in 0..<ciphers.count {
            let words = unsafeBitCast(ciphers.encrypt(block, index), to: SIMD4<UInt32>.self)
            if UInt32(bigEndian: words[3]) & 0xff_ffff == hash { return index }
        }
        return nil
    }

    /// A free place of a group, else that of an address not found, else any.
    private mutating func room(from first: Int) -> Int {
        turn = (turn + 1) % Self.ways
        for step in 0..<Self.ways where answers[first + (turn + step) % Self.ways] == 0 {
            return first + (turn + step) % Self.ways
        }
        for step in 0..<Self.ways where answers[first + (turn + step) % Self.ways] & 0xffff == Self.missed {
            return first + (turn + step) % Self.ways
        }
        return first + turn
    }
}
