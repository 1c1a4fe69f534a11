/// The text form, byte by byte and without allocation: the batch writer and reader and ``BeaconID`` share it.
extension BeaconIdentity {
    /// Gives the bytes of the id one after the other, at most 96.
    @inline(__always)
    func writeText(_ put: (UInt8) -> Void) {
        func text(_ value: StaticString) {
            for index in 0..<value.utf8CodeUnitCount { put(value.utf8Start[index]) }
        }
        switch kind {
        case .iBeacon:
            text("ibeacon-")
            Self.writeUUID(first, second, put)
            put(UInt8(ascii: "-"))
            Self.writeDecimal(UInt16(truncatingIfNeeded: third >> 48), put)
            put(UInt8(ascii: "-"))
            Self.writeDecimal(UInt16(truncatingIfNeeded: third >> 32), put)
        case .altBeacon:
            text("altbeacon-")
            Self.writeHex(first, 16, put)
            Self.writeHex(second, 16, put)
            Self.writeHex(third >> 32, 8, put)
        case .eddystoneUID:
            text("eddystone-")
            Self.writeHex(first, 16, put)
            Self.writeHex(second >> 48, 4, put)
            put(UInt8(ascii: "-"))
            Self.writeHex(second, 12, put)
        case .eddystoneURL:
            text("eddystone-url-")
            Self.writeHex(first, 16, put)
        case .eddystoneEID:
            text("eddystone-eid-")
            Self.writeHex(first, 16, put)
        case .mac:
            text("mac-")
            Self.writeHex(first >> 16, 12, put)
        case .irk:
            text("irk-")
            withPackedName(put)
        case .eddystoneEIDName:
            text("eddystone-eid-name-")
            withPackedName(put)
        }
    }

    @inline(__always)
    static func writeHex(_ value: UInt64, _ digits: Int, _ put: (UInt8) -> Void) {
        var shift = 4 * digits
        while shift > 0 {
            shift -= 4
            put(Hex.character(UInt8(truncatingIfNeeded: value >> UInt64(shift))))
        }
    }

    @inline(__always)
    static func writeUUID(_ high: UInt64, _ low: UInt64, _ put: (UInt8) -> Void) {
        writeHex(high >> 32, 8, put)
        put(UInt8(ascii: "-"))
        writeHex(high >> 16, 4, put)
        put(UInt8(ascii: "-"))
        writeHex(high, 4, put)
        put(UInt8(ascii: "-"))
        writeHex(low >> 48, 4, put)
        put(UInt8(ascii: "-"))
        writeHex(low, 12, put)
    }

    @inline(__always)
    static func writeDecimal(_ value: UInt16, _ put: (UInt8) -> Void) {
        var divisor: UInt16 = 10_000
        while divisor > 1, value < divisor { divisor /= 10 }
        while divisor > 0 {
            put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value / divisor % 10))
            divisor /= 10
        }
    }

    /// Reads the canonical text form; nil for anything else.
    init?(text: UnsafeBufferPointer<UInt8>) {
        var cursor = TextCursor(bytes: text)
        if cursor.skip("ibeacon-") {
            guard let uuid = cursor.uuid(), cursor.skip("-"), let major = cursor.decimal16(), cursor.skip("-"),
                let minor = cursor.decimal16(), cursor.isAtEnd
            else { return nil }
            self.init(iBeacon: uuid, major: major, minor: minor)
        } else if cursor.skip("altbeacon-") {
            guard let first = cursor.hex(16), let second = cursor.hex(16), let third = cursor.hex(8), cursor.isAtEnd
            else { return nil }
            self.init(kind: .altBeacon, first: first, second: second, third: third << 32)
        } else if cursor.skip("eddystone-url-") {
            guard let hash = cursor.hex(16), cursor.isAtEnd else { return nil }
            self.init(eddystoneURLHash: hash)
        } else if cursor.skip("eddystone-eid-name-") {
            guard let name = cursor.name() else { return nil }
            self.init(eddystoneEID: name)
        } else if cursor.skip("eddystone-eid-") {
            guard let value = cursor.hex(16), cursor.isAtEnd else { return nil }
            self.init(eddystoneEID: value)
        } else if cursor.skip("eddystone-") {
            guard let first = cursor.hex(16), let tail = cursor.hex(4), cursor.skip("-"),
                let instance = cursor.hex(12), cursor.isAtEnd
            else { return nil }
            self.init(kind: .eddystoneUID, first: first, second: tail << 48 | instance)
        } else if cursor.skip("mac-") {
            guard let value = cursor.hex(12), cursor.isAtEnd else { return nil }
            self.init(mac: BluetoothAddress(truncating: value))
        } else if cursor.skip("irk-") {
            guard let name = cursor.name() else { return nil }
            self.init(irk: name)
        } else {
            return nil
        }
    }
}
