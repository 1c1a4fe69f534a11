public import Schema

extension SensorSecrets {
    /// The device behind a resolvable address: `irk-<name>`. Nil if no key fits.
    public mutating func identity(resolving address: BluetoothAddress) -> BeaconIdentity? {
        guard let identity = addresses?.resolve(address) else {
            if addresses != nil { counters.addressesUnresolved &+= 1 }
            return nil
        }
        counters.addressesResolved &+= 1
        return identity
    }

    /// The beacon behind an Eddystone EID: `eddystone-eid-name-<name>`. Nil if no key fits at this time.
    ///
    /// The sender's address joins encrypted telemetry to the beacon.
    public mutating func identity(eid: UInt64, from sender: BluetoothAddress? = nil) -> BeaconIdentity? {
        guard let match = identifiers?.match(eid), let identity = identifiers?.identity(of: match.beacon) else {
            if identifiers != nil { counters.identifiersUnresolved &+= 1 }
            return nil
        }
        counters.identifiersResolved &+= 1
        if let sender { senders.note(match, from: sender) }
        return identity
    }

    /// Encrypted Eddystone telemetry in clear; nil if the address has sent no EID of ours, or the tag does not fit.
    public mutating func telemetry(
        _ frame: EddystoneEncryptedTelemetry, from sender: BluetoothAddress
    ) -> EddystoneTelemetry? {
        guard let match = senders.match(sender),
            let telemetry = identifiers?.open(frame, of: match.beacon, near: match.counter)
        else {
            if identifiers != nil { counters.telemetryUndecrypted &+= 1 }
            return nil
        }
        counters.telemetryDecrypted &+= 1
        return telemetry
    }
}
