internal import Schema

extension ATC {
    /// Reads encrypted frames: a counter of one byte, 6 bytes (pvvx) or 3 (atc1441), a tag of 4. Both begin like other
    /// things of the same service, so a frame whose key is not held is recognised by its length alone.
    static func decodeEncrypted(
        _ base: UnsafeRawPointer, _ count: Int, from sender: BluetoothAddress, secrets: inout SensorSecrets,
        into values: inout TelemetryValues
    ) -> SensorFrame? {
        guard count == 11 || count == 8 else { return nil }
        var frame = SensorFrame(.atcEncrypted)
        var sealed = SealedFrame(
            scheme: .atc, address: sender, counter: UInt32(base.byte(0)), counterWidth: .byte, isBoundToPrefix: true,
            cipherText: base + 1, count: count - 5, tag: base + count - 4)
        sealed.appendNonce(sender, reversed: true)
        // The AD structure's own length, type and UUID, then the counter.
        sealed.appendNonce(UInt8(count + 3))
        sealed.appendNonce(0x16)
        sealed.appendNonce(UInt8(truncatingIfNeeded: service))
        sealed.appendNonce(UInt8(truncatingIfNeeded: service >> 8))
        sealed.appendNonce(base.byte(0))
        switch secrets.open(sealed) {
        case .refused(let reason): frame.secrecy = reason
        case .text(let text, _):
            frame.secrecy = .decrypted
            // Its key fitted: the address is proven.
            frame.address = sender
            if let text = text.baseAddress { note(text, isLong: count == 11, base.byte(0), &values) }
        }
        return frame
    }

    private static func note(
        _ text: UnsafeRawPointer, isLong: Bool, _ counter: UInt8, _ values: inout TelemetryValues
    ) {
        if isLong {
            values.set(.temperature, Int64(text.signedLittle16(0)) * 10)
            values.set(.humidity, Int64(text.little16(2)) * 100)
            values.setPercent(.battery, text.byte(4))
        } else {
            values.set(.temperature, Int64(text.byte(0)) * 500 - 40_000)
            values.set(.humidity, Int64(text.byte(1)) * 5_000)
            // The top bit is a contact's.
            values.setPercent(.battery, text.byte(2) & 0x7f)
        }
        values.set(.sequence, Int64(counter))
    }

    /// The frame, if it is clear and the key of its device is held: then it may not be used.
    static func refused(
        _ base: UnsafeRawPointer, _ count: Int, from sender: BluetoothAddress, secrets: inout SensorSecrets
    ) -> SensorFrame? {
        guard count == 13 || count == 15 else { return nil }
        let address = count == 13 ? BluetoothAddress(bigEndian: base) : BluetoothAddress(littleEndian: base)
        guard secrets.refusesClear(address, from: sender) else { return nil }
        return SensorFrame(count == 13 ? .atc1441 : .pvvx, address: address, secrecy: .refused)
    }
}
