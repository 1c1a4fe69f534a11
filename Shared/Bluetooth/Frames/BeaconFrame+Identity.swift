public import Schema

extension IBeacon {
    @inlinable
    public var identity: BeaconIdentity {
        BeaconIdentity(iBeacon: BeaconUUID(high: uuidHigh, low: uuidLow), major: major, minor: minor)
    }
}

extension AltBeacon {
    @inlinable
    public var identity: BeaconIdentity { BeaconIdentity(altBeacon: high, middle, low) }
}

extension EddystoneUID {
    @inlinable
    public var identity: BeaconIdentity { BeaconIdentity(eddystoneUID: high, low) }
}
