public import Schema

/// What the decoder needs to read encrypted frames and rotating addresses: the keys, prepared so that a report costs no
/// memory, and what is kept to refuse replays. In memory only, never in a description (D13).
///
/// Pure: the time comes in by ``advance(to:wallClock:)``. A copy shares the prepared keys with the original and is not for
/// another thread. Counters that refuse replays go with the keys; a new decoder takes the first counter it hears, unless
/// it is told by ``restore(_:)`` what came before.
public struct SensorSecrets {
    /// The keys.
    public private(set) var keys: KeyRing
    /// What came of frames and addresses.
    public internal(set) var counters = Counters()

    var binds: BindKeys
    var addresses: AddressResolver?
    var identifiers: EphemeralResolver?
    var senders: EphemeralSenders
    var memory: SensorMemory
    var now = Instant.zero
    let scratch = OpenedText()
    private var second: Int64?
    private let seed: UInt64

    /// Secrets of these keys. The seed decides which addresses share a place in the tables.
    public init(_ keys: KeyRing = .empty, seed: UInt64 = .random(in: .min ... .max)) {
        self.keys = keys
        self.seed = seed
        binds = BindKeys(keys, seed: seed)
        senders = EphemeralSenders(seed: seed)
        memory = SensorMemory(seed: seed)
        prepare()
    }

    /// Whether there are no keys.
    public var isEmpty: Bool { keys.entries.isEmpty }

    /// Whether there is a key that resolves addresses.
    @inline(__always)
    public var resolves: Bool { addresses != nil }

    /// Whether there is a key that may read encrypted Eddystone telemetry.
    @inline(__always)
    public var readsTelemetry: Bool { identifiers != nil }

    /// Takes other keys. What is kept of devices whose key stays the same goes on.
    public mutating func use(_ keys: KeyRing) {
        let before = binds
        self.keys = keys
        binds = BindKeys(keys, seed: seed)
        binds.inherit(from: before)
        senders = EphemeralSenders(seed: seed)
        prepare()
    }

    /// Begins the counts anew; nothing else is forgotten.
    public mutating func resetCounters() {
        let unusable = counters.keysUnusable
        counters = Counters()
        counters.keysUnusable = unusable
    }

    private mutating func prepare() {
        var resolving: [(identity: BeaconIdentity, material: KeyMaterial)] = []
        var ephemeral: [(entry: KeyRing.Entry, scaler: UInt8, offset: Int64)] = []
        var unusable = binds.unusable
        for entry in keys.entries {
            switch entry.use {
            case .bind: continue
            case .irk where entry.material.count == 16:
                resolving.append((BeaconIdentity(irk: entry.name), entry.material))
            case .eddystoneEID(let scaler, let offset) where entry.material.count == 16 && scaler < 16:
                ephemeral.append((entry, scaler, offset))
            default: unusable += 1
            }
        }
        addresses = AddressResolver(resolving, seed: seed)
        identifiers = EphemeralResolver(ephemeral, seed: seed)
        counters.keysUnusable = UInt64(unusable)
        if let second { identifiers?.advance(to: second) }
    }

    /// Tells the time: the monotonic clock for the rules against replay, the wall clock for identifiers that rotate.
    /// To be called with each batch of reports or once a second; cheap.
    public mutating func advance(to now: Instant, wallClock: WallTime) {
        self.now = now
        let second = wallClock.milliseconds / 1_000
        self.second = second
        identifiers?.advance(to: second)
    }
}

extension SensorSecrets: Redacted {
    public var description: String { "secrets of \(keys)" }
}
