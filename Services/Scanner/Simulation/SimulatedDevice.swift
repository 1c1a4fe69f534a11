import Schema

/// A device of the simulated site: what it sends, how often, from where.
struct SimulatedDevice: Sendable {
    /// What its advertisements say.
    enum Payload: Sendable {
        case iBeacon(uuid: BeaconUUID, major: UInt16, minor: UInt16)
        case altBeacon(id: [UInt8])
        /// A UID, and a TLM frame in every tenth advertisement.
        case eddystone(namespace: [UInt8], instance: [UInt8])
        /// The compressed URL.
        case eddystoneURL([UInt8])
        /// A phone: an Apple continuity message of random content.
        case phone
    }

    var payload: Payload
    var movement: Movement
    /// Expected RSSI at 1 m in dBm.
    var power: Int8 = -59
    /// Seconds between two advertisements.
    var interval = 0.3
    /// Sent in a scan response with every third advertisement.
    var name: String?
    /// Seconds after which a new random address is taken; nil = never.
    var rotation: Double?
}
