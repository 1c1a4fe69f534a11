internal import Schema

/// BTHome, versions 1 and 2, in clear and encrypted (bthome.io, "Format" and "Encryption").
///
/// Version 2 is service data of 0xfcd2, version 1 of 0x181c in clear and 0x181e encrypted. Objects stand in ascending
/// order of their ids, so that an unknown one ends the reading and what came before it stays.
enum BTHome {
    /// Reads service data after its UUID. Nil if it is not BTHome or is cut short; the values are then untouched, as
    /// they are where the frame is refused.
    static func decode(
        _ base: UnsafeRawPointer, _ count: Int, uuid: UInt16, from sender: BluetoothAddress,
        secrets: inout SensorSecrets, into values: inout TelemetryValues
    ) -> SensorFrame? {
        switch uuid {
        case 0xfcd2: version2(base, count, sender, &secrets, &values)
        case 0x181c: version1(base, count, sender, &secrets, &values)
        case 0x181e: version1Encrypted(base, count, sender, &secrets, &values)
        default: nil
        }
    }

    private static func version2(
        _ base: UnsafeRawPointer, _ count: Int, _ sender: BluetoothAddress, _ secrets: inout SensorSecrets,
        _ values: inout TelemetryValues
    ) -> SensorFrame? {
        guard count >= 1 else { return nil }
        let information = base.byte(0)
        guard information >> 5 == 2 else { return nil }
        let hasAddress = information & 0x02 != 0
        let start = hasAddress ? 7 : 1
        guard count >= start else { return nil }
        let address = hasAddress ? BluetoothAddress(littleEndian: base + 1) : nil
        let device = address ?? sender
        guard information & 0x01 != 0 else {
            let text = UnsafeRawBufferPointer(start: base + start, count: count - start)
            return clear(.btHome2, address, text, device, sender, &secrets, &values)
        }
        guard count >= start + 8 else { return nil }
        var sealed = SealedFrame(
            scheme: .btHome2, address: device, counter: base.little32(count - 8), isBoundToPrefix: false,
            cipherText: base + start, count: count - start - 8, tag: base + count - 4)
        sealed.appendNonce(device, reversed: false)
        sealed.appendNonce(0xd2)
        sealed.appendNonce(0xfc)
        sealed.appendNonce(information)
        sealed.appendNonce(base + count - 8, 4)
        return decrypted(.btHome2, address, sealed, &secrets, &values)
    }

    private static func version1(
        _ base: UnsafeRawPointer, _ count: Int, _ sender: BluetoothAddress, _ secrets: inout SensorSecrets,
        _ values: inout TelemetryValues
    ) -> SensorFrame? {
        // Two bytes are the shortest object; less is the GATT service of the same number, or nothing.
        guard count >= 3 else { return nil }
        let text = UnsafeRawBufferPointer(start: base, count: count)
        return clear(.btHome1, nil, text, sender, sender, &secrets, &values)
    }

    private static func version1Encrypted(
        _ base: UnsafeRawPointer, _ count: Int, _ sender: BluetoothAddress, _ secrets: inout SensorSecrets,
        _ values: inout TelemetryValues
    ) -> SensorFrame? {
        guard count >= 9 else { return nil }
        var sealed = SealedFrame(
            scheme: .btHome1, address: sender, counter: base.little32(count - 8), isBoundToPrefix: true,
            cipherText: base, count: count - 8, tag: base + count - 4)
        sealed.appendNonce(sender, reversed: false)
        sealed.appendNonce(0x1e)
        sealed.appendNonce(0x18)
        sealed.appendNonce(base + count - 8, 4)
        return decrypted(.btHome1, nil, sealed, &secrets, &values)
    }

    // The frame is made at the end: one that is made before and filled in later is copied as a whole right after one of its
    // parts was written, which stalls the processor.
    private static func clear(
        _ format: SensorFormat, _ address: BluetoothAddress?, _ text: UnsafeRawBufferPointer,
        _ device: BluetoothAddress, _ sender: BluetoothAddress, _ secrets: inout SensorSecrets,
        _ values: inout TelemetryValues
    ) -> SensorFrame {
        if secrets.refusesClear(device, from: sender) {
            return SensorFrame(format, address: address, secrecy: .refused)
        }
        var events = SensorEvents()
        read(text, format, &values, &events)
        secrets.note(&events, of: .heard(device), text, in: &values)
        return SensorFrame(format, address: address)
    }

    private static func decrypted(
        _ format: SensorFormat, _ address: BluetoothAddress?, _ sealed: SealedFrame, _ secrets: inout SensorSecrets,
        _ values: inout TelemetryValues
    ) -> SensorFrame {
        switch secrets.open(sealed) {
        case .refused(let reason):
            return SensorFrame(format, address: address, secrecy: reason)
        case .text(let text, let device):
            var events = SensorEvents()
            read(text, format, &values, &events)
            secrets.note(&events, of: .bound(device), text, in: &values)
            // Its key fitted: the address is proven.
            return SensorFrame(format, address: sealed.address, secrecy: .decrypted)
        }
    }

    private static func read(
        _ text: UnsafeRawBufferPointer, _ format: SensorFormat, _ values: inout TelemetryValues,
        _ events: inout SensorEvents
    ) {
        if format == .btHome1 {
            BTHomeObjects.version1(text, &values, &events)
        } else {
            BTHomeObjects.version2(text, &values, &events)
        }
    }
}
