extension BeaconIdentity {
    /// An iBeacon's proximity UUID.
    @inlinable
    public var uuid: BeaconUUID? {
        kind == .iBeacon ? BeaconUUID(high: first, low: second) : nil
    }

    /// An iBeacon's major.
    @inlinable
    public var major: UInt16? {
        kind == .iBeacon ? UInt16(truncatingIfNeeded: third >> 48) : nil
    }

    /// An iBeacon's minor.
    @inlinable
    public var minor: UInt16? {
        kind == .iBeacon ? UInt16(truncatingIfNeeded: third >> 32) : nil
    }

    /// An Eddystone UID's namespace, 10 bytes.
    @inlinable
    public var namespace: EddystoneNamespace? {
        kind == .eddystoneUID ? EddystoneNamespace(high: first, low: UInt16(truncatingIfNeeded: second >> 48)) : nil
    }

    /// An Eddystone UID's instance, 6 bytes.
    @inlinable
    public var instance: EddystoneInstance? {
        kind == .eddystoneUID ? EddystoneInstance(truncating: second) : nil
    }

    /// The address of a device known by it.
    @inlinable
    public var address: BluetoothAddress? {
        kind == .mac ? BluetoothAddress(truncating: first >> 16) : nil
    }

    /// A 64-bit hash, the same in every process and on every machine (unlike `hashValue`), well mixed.
    @inlinable
    public var stableHash: UInt64 { stableHash(seed: 0) }

    /// The same for tables of what comes from outside: with a random seed nobody can aim identities at one bucket.
    @inlinable
    public func stableHash(seed: UInt64) -> UInt64 {
        let start = first ^ seed
        var hash = (start ^ (start >> 32)) &* 0xd6e8_feb8_6659_fd93
        hash ^= second
        hash = (hash ^ (hash >> 32)) &* 0xd6e8_feb8_6659_fd93
        hash ^= third
        hash = (hash ^ (hash >> 32)) &* 0xd6e8_feb8_6659_fd93
        return hash ^ (hash >> 32)
    }

    /// The whole value as three words: equal words mean equal identities.
    @inlinable
    public var words: (UInt64, UInt64, UInt64) { (first, second, third) }

    /// The value of these words, or nil if no identity has them (unknown kind, padding that is not zero).
    public init?(words: (UInt64, UInt64, UInt64)) {
        guard let kind = Kind(rawValue: UInt8(truncatingIfNeeded: words.2)) else { return nil }
        let third = words.2 & ~0xff
        let candidate = BeaconIdentity(kind: kind, first: words.0, second: words.1, third: third)
        switch kind {
        case .iBeacon, .altBeacon: guard third & 0xffff_ffff == 0 else { return nil }
        case .eddystoneUID: guard third == 0 else { return nil }
        case .eddystoneURL, .eddystoneEID: guard words.1 == 0, third == 0 else { return nil }
        case .mac: guard words.0 & 0xffff == 0, words.1 == 0, third == 0 else { return nil }
        case .irk: guard let name = candidate.name, BeaconIdentity(irk: name) == candidate else { return nil }
        case .eddystoneEIDName:
            guard let name = candidate.name, BeaconIdentity(eddystoneEID: name) == candidate else { return nil }
        }
        self = candidate
    }
}

extension BeaconIdentity {
    /// An Eddystone UID.
    public init(namespace: EddystoneNamespace, instance: EddystoneInstance) {
        self.init(
            kind: .eddystoneUID, first: namespace.high, second: UInt64(namespace.low) << 48 | instance.value)
    }
}

extension BeaconIdentity {
    /// UUID, major and minor of an iBeacon, and of an AltBeacon, whose 20 bytes are read the same way.
    @inlinable
    public var beaconParts: (uuid: BeaconUUID, major: UInt16, minor: UInt16)? {
        guard kind == .iBeacon || kind == .altBeacon else { return nil }
        return (
            BeaconUUID(high: first, low: second), UInt16(truncatingIfNeeded: third >> 48),
            UInt16(truncatingIfNeeded: third >> 32)
        )
    }

    /// An Eddystone EID that is not resolved.
    @inlinable
    public var eid: EddystoneEID? {
        kind == .eddystoneEID ? EddystoneEID(first) : nil
    }
}
