public import Schema

/// The signal of one active beacon since its last reading; never a change (D22).
public struct Reading: Sendable {
    public var identity: BeaconIdentity
    public var activation: UInt64
    /// Smoothed RSSI in dBm; nil while none was heard.
    public var rssi: Float?
    /// Metres; nil without RSSI or power.
    public var distance: Float?
    public var zone: Zone
    /// Sightings since the last reading, at least 1.
    public var samples: UInt16
    /// Newest sighting, from which the reading's age counts (R13).
    public var lastSeen: Instant
}
