internal import Schema

/// Walks the objects of BTHome and notes what they measured; the first object of a field stays.
enum BTHomeObjects {
    /// Objects of version 2: an id, and as many bytes as it says. Ends at the first unknown or incomplete one.
    static func version2(
        _ text: UnsafeRawBufferPointer, _ values: inout TelemetryValues, _ events: inout SensorEvents
    ) {
        guard let base = text.baseAddress else { return }
        var at = 0
        while at < text.count, let object = BTHomeObject(base.byte(at)) {
            at += 1
            let length: Int
            if case .skippedText(let mask, let more) = object {
                guard at < text.count else { break }
                length = Int(base.byte(at) & mask) + more
                at += 1
            } else {
                length = object.length
            }
            guard length <= text.count - at else { break }
            note(object, base + at, length, isSigned: object.isSigned, &values, &events)
            at += length
        }
    }

    /// Objects of version 1: a byte with length and kind of number, an id, the number. Ends at the first incomplete one;
    /// an unknown one is passed over, as its length is known.
    static func version1(
        _ text: UnsafeRawBufferPointer, _ values: inout TelemetryValues, _ events: inout SensorEvents
    ) {
        guard let base = text.baseAddress else { return }
        var at = 0
        while at < text.count {
            let header = base.byte(at)
            let length = Int(header & 0x1f)
            at += 1
            guard length <= text.count - at else { break }
            defer { at += length }
            guard length >= 2, let object = BTHomeObject(base.byte(at)) else { continue }
            let value = base + at + 1
            switch header >> 5 {
            case 0: note(object, value, length - 1, isSigned: false, &values, &events)
            case 1: note(object, value, length - 1, isSigned: true, &values, &events)
            case 2: noteFloat(object, value, length - 1, &values)
            default: continue
            }
        }
    }

    private static func note(
        _ object: BTHomeObject, _ value: UnsafeRawPointer, _ length: Int, isSigned: Bool,
        _ values: inout TelemetryValues, _ events: inout SensorEvents
    ) {
        // Longer numbers than these would not fit any field.
        guard (1...4).contains(length) else { return }
        let number = self.number(value, length, isSigned)
        switch object {
        case .number(let field, _, _, let factor): values.set(field, number * factor)
        case .flag(let field): values.set(field, number != 0)
        // 1 lb = 0.45359237 kg; the number is in hundredths, the field in thousandths.
        case .pounds: values.set(.weight, (number * 45_359_237 + 5_000_000) / 10_000_000)
        case .packet: if events.packet < 0 { events.packet = Int16(number & 0xff) }
        case .button: events.button(UInt8(truncatingIfNeeded: number))
        case .dimmer:
            guard length == 2 else { return }
            let steps = Int16(value.byte(1))
            events.turn(value.byte(0) == 1 ? -steps : value.byte(0) == 2 ? steps : 0)
        case .skipped, .skippedText: break
        }
    }

    /// IEEE 754 of 2, 4 or 8 bytes, rounded to the field's decimals; what is no number is dropped.
    private static func noteFloat(
        _ object: BTHomeObject, _ value: UnsafeRawPointer, _ length: Int, _ values: inout TelemetryValues
    ) {
        guard case .number(let field, _, _, _) = object else { return }
        switch length {
        case 4: values.setRounded(field, Double(Float(bitPattern: value.little32(0))))
        case 8:
            let bits = UInt64(value.little32(0)) | UInt64(value.little32(4)) << 32
            values.setRounded(field, Double(bitPattern: bits))
        default: break
        }
    }

    /// Little-endian, 1…4 bytes.
    @inline(__always)
    private static func number(_ value: UnsafeRawPointer, _ length: Int, _ isSigned: Bool) -> Int64 {
        let number: UInt32 =
            switch length {
            case 1: UInt32(value.byte(0))
            case 2: UInt32(value.little16(0))
            case 3: value.little24(0)
            default: value.little32(0)
            }
        let unused = UInt32(4 &- length) &* 8
        return isSigned ? Int64(Int32(bitPattern: number &<< unused) &>> Int32(bitPattern: unused)) : Int64(number)
    }
}

extension BTHomeObject {
    /// Bytes in version 2, where the object does not say so itself.
    var length: Int {
        switch self {
        case .number(_, let bytes, _, _), .skipped(let bytes): bytes
        case .flag, .packet, .button: 1
        case .dimmer, .pounds: 2
        case .skippedText: 0
        }
    }

    /// Whether its number has a sign in version 2.
    var isSigned: Bool {
        if case .number(_, _, let signed, _) = self { signed } else { false }
    }
}
