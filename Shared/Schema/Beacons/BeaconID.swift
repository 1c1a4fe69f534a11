/// The text form of a beacon's identity (design §3), e.g. `ibeacon-<uuid>-20597-62207`; at most 96 bytes, safe as a
/// topic level. Holds the ``BeaconIdentity``; the text is made when asked for.
public struct BeaconID: TextValue {
    /// What the text stands for.
    public let identity: BeaconIdentity

    /// The id of an identity; there is one for each.
    @inlinable
    public init(_ identity: BeaconIdentity) {
        self.identity = identity
    }

    /// Nil unless the text is the canonical form of an identity: lower case, decimals without leading zeros.
    public init?(_ text: String) {
        var text = text
        guard let identity = text.withUTF8({ BeaconIdentity(text: $0) }) else { return nil }
        self.identity = identity
    }

    public var description: String {
        String(unsafeUninitializedCapacity: Self.maximumLength) { buffer in
            var length = 0
            identity.writeText {
                buffer[length] = $0; length += 1
            }
            return length
        }
    }

    /// The page of the retained beacon list this beacon belongs to, 0 … 63: 32-bit FNV-1a of the id modulo 64.
    public var page: Int {
        var hash: UInt32 = 0x811c_9dc5
        identity.writeText { hash = (hash ^ UInt32($0)) &* 0x0100_0193 }
        return Int(hash & 63)
    }

    public static let title = "beacon id"
    public static let form =
        "a beacon id: ibeacon-<uuid>-<major>-<minor>, altbeacon-<40 hex>, eddystone-<20 hex>-<12 hex>, "
        + "eddystone-url-<16 hex>, eddystone-eid-<16 hex>, eddystone-eid-name-<name>, mac-<12 hex> or irk-<name>"
    public static let pattern =
        "^(ibeacon-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-(0|[1-9][0-9]{0,4})-(0|[1-9][0-9]{0,4})"
        + "|altbeacon-[0-9a-f]{40}|eddystone-[0-9a-f]{20}-[0-9a-f]{12}|eddystone-(url|eid)-[0-9a-f]{16}"
        + "|mac-[0-9a-f]{12}|(irk|eddystone-eid-name)-[a-z0-9][a-z0-9_-]{0,31})$"
    public static let maximumLength = 96
}

extension BeaconIdentity {
    /// The text form of the identity.
    @inlinable
    public var id: BeaconID { BeaconID(self) }
}
