/// What kind of device an advertisement comes from, as far as its bytes say; for counts and for `discover` (D18).
public enum DeviceKind: UInt8, CaseIterable, Sendable, Hashable {
    case unknown = 0
    case iBeacon = 1
    case altBeacon = 2
    case eddystone = 3

    /// The word on the wire.
    public var name: StaticString {
        switch self {
        case .unknown: "unknown"
        case .iBeacon: "ibeacon"
        case .altBeacon: "altbeacon"
        case .eddystone: "eddystone"
        }
    }
}
