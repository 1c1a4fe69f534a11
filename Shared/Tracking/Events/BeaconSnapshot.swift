public import Schema

/// An active beacon at one moment.
public struct BeaconSnapshot: Sendable {
    public var identity: BeaconIdentity
    /// The activation's number in the node's journal.
    public var activation: UInt64
    /// First sighting of the activation.
    public var firstSeen: Instant
    /// Newest sighting.
    public var lastSeen: Instant
    /// The address of the newest sighting; zero where there was none.
    public var address: BluetoothAddress
    /// Smoothed RSSI in dBm; nil while none was heard.
    public var rssi: Float?
    /// Expected RSSI at 1 m in dBm.
    public var power: Int8?
    /// Metres; nil without RSSI or power.
    public var distance: Float?
    public var zone: Zone
    /// Sightings in this activation.
    public var samples: UInt32
    public var registered: Bool
    /// The silence after which it becomes inactive.
    public var timeout: Duration
    public var name: ShortText
    /// The URL of an Eddystone URL beacon, compressed.
    public var url: ShortURL
    public var telemetry: BeaconTelemetry
}
