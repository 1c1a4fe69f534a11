import Schema

/// A decoding key of the right form: what the registry keeps and hands to scanners. Never shown (D13).
struct CheckedKey {
    var name: BeaconName
    var kind: KeyKind
    /// 16 bytes, most significant first; 12 for the bind key of an older MiBeacon.
    var bytes: [UInt8]
    var scaler: Int64?
    var offset: Int64?
    var address: BluetoothAddress?

    /// As it is sent to a scanner.
    var message: DecodingKey {
        DecodingKey(name: name, kind: kind, key: Hex.text(bytes), scaler: scaler, offset: offset, address: address)
    }

    /// What may be shown of it.
    var entry: KeyEntry { KeyEntry(name: name, kind: kind, address: address, beacon: beacon) }

    /// The beacon that it makes known.
    private var beacon: BeaconID? {
        switch kind {
        case .irk: BeaconIdentity(irk: name).id
        case .eddystoneEID: BeaconIdentity(eddystoneEID: name).id
        case .bindKey: address.map { BeaconIdentity(mac: $0).id }
        }
    }
}

extension CheckedKey {
    /// Checks a key as it came from outside.
    ///
    /// - Throws: `commandInvalid`, which names the key's name and what is wrong, never the key.
    init(checking key: DecodingKey) throws(BeaconBusError) {
        guard let bytes = Hex.bytes(key.key), bytes.count == 16 || (bytes.count == 12 && key.kind == .bindKey) else {
            let digits = key.kind == .bindKey ? "32 hex digits, or 24 for an older MiBeacon" : "32 hex digits"
            throw Self.wrong(key.name, "its key is not \(digits) in lower case", "Give the key as \(digits).")
        }
        switch key.kind {
        case .irk:
            guard key.scaler == nil, key.offset == nil, key.address == nil else {
                throw Self.wrong(
                    key.name, "an identity resolving key has neither scaler, offset nor address", "Leave them out.")
            }
        case .eddystoneEID:
            guard key.scaler != nil, key.offset != nil, key.address == nil else {
                throw Self.wrong(
                    key.name, "an ephemeral identity key needs scaler and offset, and has no address",
                    "Give what the beacon was registered with.")
            }
        case .bindKey:
            guard key.address != nil, key.scaler == nil, key.offset == nil else {
                throw Self.wrong(
                    key.name, "a bind key needs the address of its device, and has neither scaler nor offset",
                    "Give the address that the device sends from.")
            }
        }
        self.init(
            name: key.name, kind: key.kind, bytes: bytes, scaler: key.scaler, offset: key.offset, address: key.address)
    }

    private static func wrong(_ name: BeaconName, _ reason: String, _ suggestion: String) -> BeaconBusError {
        BeaconBusError(
            .commandInvalid, "The decoding key cannot be used", reason: "key of \(name): \(reason)",
            suggestion: suggestion, retryable: false)
    }
}

extension CheckedKey: Redacted {}
