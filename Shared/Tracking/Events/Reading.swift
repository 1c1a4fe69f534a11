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
    /// How long ago the newest sighting was when the reading was taken (R13).
    public var age: Duration
}
