public import Schema

/// One rule of the monitored set: which beacons, and what is particular about them (L1).
public struct MonitoredRule: Sendable, Hashable {
    /// Which beacons a rule is about.
    public enum Target: Sendable, Hashable {
        case uuid(BeaconUUID)
        case major(BeaconUUID, UInt16)
        case namespace(EddystoneNamespace)
        case beacon(BeaconIdentity)
    }

    public var target: Target
    /// A registered beacon is active at its first sighting, unless `timing` says otherwise, and is given up last.
    public var registered: Bool
    /// Timing other than the node's.
    public var timing: Timing?
    /// Calibrated RSSI at 1 m in dBm, in place of what the beacon says.
    public var power: Int8?

    public init(_ target: Target, registered: Bool = false, timing: Timing? = nil, power: Int8? = nil) {
        self.target = target
        self.registered = registered
        self.timing = timing
        self.power = power
    }
}
