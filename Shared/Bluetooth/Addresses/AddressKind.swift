public import Schema

/// What an advertiser's address says about itself (Core Specification Vol 6 Part B 1.3).
public enum AddressKind: UInt8, Hashable, Sendable, CaseIterable {
    /// Registered with the IEEE; never changes.
    case publicAddress
    /// Random, top bits 11: fixed at least until the device restarts.
    case randomStatic
    /// Random, top bits 01: changes every few minutes; its owner is known to holders of the identity resolving key.
    case resolvable
    /// Random, top bits 00: changes at will, says nothing.
    case nonResolvable
    /// Random, top bits 10: reserved by the specification.
    case reserved
    /// Public identity address, already resolved by the controller.
    case publicIdentity
    /// Random static identity address, already resolved by the controller.
    case randomIdentity
    /// The advertiser sent no address (extended advertising only).
    case anonymous
    /// An address type the specification does not define.
    case unknown

    /// Judges an address by the type octet of an HCI report and, when random, by its two top bits.
    @inlinable
    public init(type: UInt8, address: BluetoothAddress) {
        switch type {
        case 0: self = .publicAddress
        case 1:
            switch address.value >> 46 {
            case 0b11: self = .randomStatic
            case 0b01: self = .resolvable
            case 0b00: self = .nonResolvable
            default: self = .reserved
            }
        case 2: self = .publicIdentity
        case 3: self = .randomIdentity
        case 0xff: self = .anonymous
        default: self = .unknown
        }
    }

    /// True where the address stays with one device, so that it may serve as its identity.
    @inlinable
    public var isStable: Bool {
        switch self {
        case .publicAddress, .randomStatic, .publicIdentity, .randomIdentity: true
        case .resolvable, .nonResolvable, .reserved, .anonymous, .unknown: false
        }
    }

    /// The name used in JSON: `public`, `static`, `resolvable`, `nonResolvable`, …
    public var name: String {
        switch self {
        case .publicAddress: "public"
        case .randomStatic: "static"
        case .resolvable: "resolvable"
        case .nonResolvable: "nonResolvable"
        case .reserved: "reserved"
        case .publicIdentity: "publicIdentity"
        case .randomIdentity: "staticIdentity"
        case .anonymous: "anonymous"
        case .unknown: "unknown"
        }
    }
}
