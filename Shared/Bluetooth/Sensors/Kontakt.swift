internal import Schema

/// Kontakt.io beacons: service data 0xfe6a (plain, location) and the older scan response 0xd00d. Their unique id is
/// text and not an address, so they are known by the advertiser's.
enum Kontakt {
    static let service: UInt16 = 0xfe6a
    static let legacyService: UInt16 = 0xd00d

    /// Reads what follows the UUID 0xfe6a.
    static func decode(_ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues) -> SensorFrame? {
        guard count >= 1 else { return nil }
        switch base.byte(0) {
        case 0x02:
            // Model, firmware (2), battery, transmit power, at least a character of the id.
            guard count >= 7 else { return nil }
            values.setPercent(.battery, base.byte(4))
            values.set(.transmitPower, Int64(base.signedByte(5)))
            return SensorFrame(.kontaktPlain)
        case 0x05:
            guard count >= 6 else { return nil }
            values.set(.transmitPower, Int64(base.signedByte(1)))
            return SensorFrame(.kontaktLocation)
        default: return nil
        }
    }

    /// Reads what follows the UUID 0xd00d: four characters, firmware (2), battery.
    static func decode(
        scanResponse base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues
    ) -> SensorFrame? {
        guard count == 7 else { return nil }
        values.setPercent(.battery, base.byte(6))
        return SensorFrame(.kontaktScanResponse)
    }
}
