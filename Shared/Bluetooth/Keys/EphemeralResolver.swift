internal import COpenSSL
internal import Schema

/// Finds the beacon behind an Eddystone ephemeral identifier (Eddystone-EID, "EID computation").
///
/// The identifiers of each beacon's current period of 2^scaler seconds, the one before and the one after are computed
/// ahead, so that a frame costs one look into a table.
struct EphemeralResolver {
    /// One beacon.
    private struct Beacon {
        let identity: BeaconIdentity
        let scaler: UInt8
        let offset: Int64
        /// The number of the period in the middle; nil before the time is known.
        var period: Int64?
        /// Identifiers of the three periods; nil where the beacon's counter of 32 bits has no such time.
        var identifiers = InlineArray<3, UInt64?>(repeating: nil)
    }

    /// What an identifier says: which beacon, and its counter at the beginning of the period.
    struct Match {
        var beacon: Int
        var counter: UInt32
    }

    private var beacons: [Beacon] = []
    private let ciphers: BlockCiphers
    private let scratch: RotatingCipher
    /// Open addressing, at most half full: the identifier, and beacon × 4 + period + 1 (0 = free).
    private var identifiers: [UInt64]
    private var meanings: [UInt32]
    private var lastSecond = Int64.min
    private var nextChange = Int64.min
    private let seed: UInt64

    /// Keys of 16 bytes; nil if there is none.
    init?(_ keys: [(entry: KeyRing.Entry, scaler: UInt8, offset: Int64)], seed: UInt64) {
        guard !keys.isEmpty, let ciphers = BlockCiphers(keys.map(\.entry.material)), let scratch = RotatingCipher()
        else { return nil }
        self.ciphers = ciphers
        self.scratch = scratch
        self.seed = seed | 1
        beacons = keys.map {
            Beacon(
                identity: BeaconIdentity(eddystoneEID: $0.entry.name), scaler: min($0.scaler, 15),
                // Within what a Double holds exactly, as on the wire: so no sum overflows.
                offset: min(max($0.offset, -1 << 53), 1 << 53))
        }
        var size = 8
        while size < keys.count * 6 { size *= 2 }
        identifiers = Array(repeating: 0, count: size)
        meanings = Array(repeating: 0, count: size)
    }

    /// Tells the wall clock in s since 1970. Costs nothing until the next period of one of the beacons begins.
    mutating func advance(to second: Int64) {
        guard second < lastSecond || second >= nextChange else {
            lastSecond = second
            return
        }
        lastSecond = second
        nextChange = .max
        for index in beacons.indices { advance(index, to: second) }
        rebuild()
    }

    private mutating func advance(_ index: Int, to second: Int64) {
        let beacon = beacons[index]
        let time = second &- beacon.offset
        let period = time >> Int64(beacon.scaler)
        let end = (period + 1) << Int64(beacon.scaler)
        nextChange = min(nextChange, end &+ beacon.offset)
        guard period != beacon.period else { return }
        if let before = beacon.period, before == period - 1 {
            beacons[index].identifiers[0] = beacon.identifiers[1]
            beacons[index].identifiers[1] = beacon.identifiers[2]
            beacons[index].identifiers[2] = identifier(of: index, period + 1)
        } else {
            for step in 0..<3 { beacons[index].identifiers[step] = identifier(of: index, period - 1 + Int64(step)) }
        }
        beacons[index].period = period
    }

    /// The identifier in a period: the first 8 bytes of the counter, encrypted under a key that is the counter's upper
    /// half encrypted under the identity key.
    private func identifier(of index: Int, _ period: Int64) -> UInt64? {
        let scaler = beacons[index].scaler
        guard period >= 0, let counter = UInt32(exactly: period << Int64(scaler)) else { return nil }
        var block = CipherBlock()
        block[11] = 0xff
        block[14] = UInt8(truncatingIfNeeded: counter >> 24)
        block[15] = UInt8(truncatingIfNeeded: counter >> 16)
        let key = ciphers.encrypt(block, index)
        block[11] = scaler
        for byte in 0..<4 { block[12 + byte] = UInt8(truncatingIfNeeded: counter >> UInt32(24 - 8 * byte)) }
        let words = unsafeBitCast(scratch.encrypt(block, under: key), to: SIMD2<UInt64>.self)
        return UInt64(bigEndian: words[0])
    }

    private mutating func rebuild() {
        for slot in meanings.indices { meanings[slot] = 0 }
        // The middle first: what two keys share by chance belongs to the one whose period it is.
        for step in [1, 0, 2] {
            for (index, beacon) in beacons.enumerated() {
                guard let identifier = beacon.identifiers[step] else { continue }
                let slot = slot(of: identifier)
                guard meanings[slot] == 0 else { continue }
                identifiers[slot] = identifier
                meanings[slot] = UInt32(index * 4 + step + 1)
            }
        }
    }

    /// Where the identifier is or would be.
    private func slot(of identifier: UInt64) -> Int {
        let mask = meanings.count - 1
        var index = Int(truncatingIfNeeded: (identifier &* seed) >> 32) & mask
        while meanings[index] != 0 && identifiers[index] != identifier { index = (index + 1) & mask }
        return index
    }

    /// The beacon that has this identifier now, had it before or will have it next.
    func match(_ identifier: UInt64) -> Match? {
        let meaning = meanings[slot(of: identifier)]
        guard meaning != 0 else { return nil }
        let index = Int(meaning - 1) / 4
        let beacon = beacons[index]
        guard let middle = beacon.period else { return nil }
        let period = middle - 1 + Int64(meaning - 1) % 4
        return Match(beacon: index, counter: UInt32(truncatingIfNeeded: period << Int64(beacon.scaler)))
    }

    /// What a beacon is called.
    func identity(of beacon: Int) -> BeaconIdentity { beacons[beacon].identity }

    /// Decrypts telemetry of a beacon, heard in or next to the period of `counter`; nil if it does not fit.
    func open(_ frame: EddystoneEncryptedTelemetry, of beacon: Int, near counter: UInt32) -> EddystoneTelemetry? {
        let step = UInt32(1) << UInt32(beacons[beacon].scaler)
        for counter in [counter, counter &+ step, counter &- step] {
            if let telemetry = TelemetryCipher.open(frame, at: counter, by: ciphers, beacon) { return telemetry }
        }
        return nil
    }
}
