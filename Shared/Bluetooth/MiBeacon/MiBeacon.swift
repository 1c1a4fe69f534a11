internal import Schema

/// Xiaomi's MiBeacon, versions 2 to 5, in clear and encrypted: service data of 0xfe95.
///
/// Frame control (2 bytes), product (2), frame counter (1), then, each where frame control says so: the device's
/// address, its capabilities, the objects.
enum MiBeacon {
    /// Reads service data after its UUID. Nil if it is not MiBeacon or is cut short; the values are then untouched, as
    /// they are where the frame is refused.
    static func decode(
        _ base: UnsafeRawPointer, _ count: Int, from sender: BluetoothAddress, secrets: inout SensorSecrets,
        into values: inout TelemetryValues
    ) -> SensorFrame? {
        guard count >= 5 else { return nil }
        let control = Control(rawValue: base.little16(0))
        guard (2...5).contains(control.version), !control.contains(.mesh) else { return nil }
        var at = 5
        var frame = SensorFrame(.miBeacon)
        if control.contains(.address) {
            guard count >= at + 6 else { return nil }
            frame.address = BluetoothAddress(littleEndian: base + at)
            at += 6
        }
        if control.contains(.capability) {
            guard count > at else { return nil }
            // Bit 5: what it can show and take in follows.
            at += base.byte(at) & 0x20 != 0 ? 2 : 1
            guard count >= at else { return nil }
        }
        guard control.contains(.objects) else { return frame }
        let device = frame.address ?? sender
        let product = base.little16(2)
        if control.contains(.encrypted) {
            guard let sealed = sealed(base, count, at, control, device) else { return nil }
            switch secrets.open(sealed) {
            case .refused(let reason):
                frame.secrecy = reason
            case .text(let text, let index):
                frame.secrecy = .decrypted
                // Its key fitted: the address is proven.
                frame.address = device
                var events = SensorEvents()
                MiBeaconObjects.read(text, of: product, &values, &events)
                events.packet = Int16(base.byte(4))
                secrets.note(&events, of: .bound(index), text, in: &values)
            }
            return frame
        }
        if secrets.refusesClear(device, from: sender) {
            frame.secrecy = .refused
            return frame
        }
        let text = UnsafeRawBufferPointer(start: base + at, count: count - at)
        var events = SensorEvents()
        MiBeaconObjects.read(text, of: product, &values, &events)
        events.packet = Int16(base.byte(4))
        secrets.note(&events, of: .heard(device), text, in: &values)
        return frame
    }

    /// Versions 4 and 5 end in three bytes of counter and a tag of four; 2 and 3 in three bytes of counter and one that
    /// no public source explains.
    @inline(__always)
    private static func sealed(
        _ base: UnsafeRawPointer, _ count: Int, _ start: Int, _ control: Control, _ device: BluetoothAddress
    ) -> SealedFrame? {
        let isLegacy = control.version <= 3
        let trailer = isLegacy ? 4 : 7
        // The shortest object has an id, a length and nothing more.
        guard count >= start + trailer + 3 else { return nil }
        let counter = base + count - trailer
        var sealed = SealedFrame(
            scheme: isLegacy ? .miBeaconLegacy : .miBeacon, address: device,
            counter: counter.little24(0) << 8 | UInt32(base.byte(4)), counterWidth: .wholeOrByte, isBoundToPrefix: true,
            cipherText: base + start, count: count - start - trailer, tag: base + count - 4)
        if isLegacy {
            sealed.appendNonce(base, 5)
            sealed.appendNonce(counter, 3)
            sealed.appendNonce(device, reversed: true)
        } else {
            sealed.appendNonce(device, reversed: true)
            sealed.appendNonce(base + 2, 3)
            sealed.appendNonce(counter, 3)
        }
        return sealed
    }

    /// The first two bytes.
    struct Control: OptionSet {
        let rawValue: UInt16

        static let encrypted = Control(rawValue: 1 << 3)
        static let address = Control(rawValue: 1 << 4)
        static let capability = Control(rawValue: 1 << 5)
        static let objects = Control(rawValue: 1 << 6)
        static let mesh = Control(rawValue: 1 << 7)

        var version: UInt16 { rawValue >> 12 }
    }
}
