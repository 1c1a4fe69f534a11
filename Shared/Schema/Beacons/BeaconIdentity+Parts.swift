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

    /// A 64-bit hash, the same in every process and on every machine (unlike `hashValue`), well mixed; for tables.
    @inlinable
    public var stableHash: UInt64 {
        var hash = first ^ (UInt64(kind.rawValue) &* 0x9e37_79b9_7f4a_7c15)
        hash = (hash ^ (hash >> 32)) &* 0xd6e8_feb8_6659_fd93
        hash ^= second
        hash = (hash ^ (hash >> 32)) &* 0xd6e8_feb8_6659_fd93
        hash ^= third
        hash = (hash ^ (hash >> 32)) &* 0xd6e8_feb8_6659_fd93
        return hash ^ (hash >> 32)
    }
}
