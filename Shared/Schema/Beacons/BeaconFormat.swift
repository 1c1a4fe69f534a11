/// How a beacon says who it is; the batch's `format` and the first part of a beacon id.
public enum BeaconFormat: UInt8, Sendable, Hashable, CaseIterable {
    case iBeacon = 1
    case altBeacon = 2
    /// Eddystone UID.
    case eddystone = 3
    case eddystoneURL = 4
    case eddystoneEID = 5
    /// A device known by a fixed address.
    case mac = 6
    /// A device whose rotating address was resolved with an identity resolving key.
    case irk = 7
    /// A format of a later version; never an identity.
    case other = 255

    /// The wire form: `ibeacon`, `altbeacon`, `eddystone`, `eddystone-url`, `eddystone-eid`, `mac`, `irk`, `other`.
    public var name: StaticString {
        switch self {
        case .iBeacon: "ibeacon"
        case .altBeacon: "altbeacon"
        case .eddystone: "eddystone"
        case .eddystoneURL: "eddystone-url"
        case .eddystoneEID: "eddystone-eid"
        case .mac: "mac"
        case .irk: "irk"
        case .other: "other"
        }
    }

    /// Nil for a name that this version does not know.
    public init?(name: String) {
        guard let format = Self.allCases.first(where: { $0.description == name }) else { return nil }
        self = format
    }

    /// Whether a list of monitored formats that has `self` takes in `format`: `eddystone` stands for UID, URL and EID.
    public func covers(_ format: BeaconFormat) -> Bool {
        self == format || (self == .eddystone && (format == .eddystoneURL || format == .eddystoneEID))
    }
}

extension BeaconFormat: CustomStringConvertible {
    public var description: String { name.description }
}

extension BeaconFormat: Codable {
    /// An unknown name is read as `other`: within a message version formats may be added (D19).
    public init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        guard (1...32).contains(name.utf8.count) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "must be of 1 to 32 bytes"))
        }
        self = Self(name: name) ?? .other
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
