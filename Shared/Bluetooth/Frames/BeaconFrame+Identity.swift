public import Schema

extension IBeacon {
    /// UUID, major and minor.
    @inlinable
    public var identity: BeaconIdentity {
        BeaconIdentity(iBeacon: BeaconUUID(high: uuidHigh, low: uuidLow), major: major, minor: minor)
    }
}

extension AltBeacon {
    /// The 20 bytes.
    @inlinable
    public var identity: BeaconIdentity { BeaconIdentity(altBeacon: high, middle, low) }
}

extension EddystoneUID {
    /// Namespace and instance.
    @inlinable
    public var identity: BeaconIdentity { BeaconIdentity(eddystoneUID: high, low) }
}

extension BeaconFrame {
    /// Which beacon sent the frame; nil for telemetry. Hashes the text of a URL: on the hot path `SightingDecoder`
    /// does it with memory.
    public var identity: BeaconIdentity? {
        switch self {
        case .iBeacon(let frame): frame.identity
        case .altBeacon(let frame): frame.identity
        case .eddystoneUID(let frame): frame.identity
        case .eddystoneEID(let frame): BeaconIdentity(eddystoneEID: frame.identifier)
        case .eddystoneURL(let frame): BeaconIdentity(eddystoneURLHash: URLHash.of(frame.url.text.utf8))
        case .uriBeacon(let frame): BeaconIdentity(eddystoneURLHash: URLHash.of(frame.url.text.utf8))
        case .eddystoneTelemetry, .eddystoneEncryptedTelemetry: nil
        }
    }
}
