internal import Schema

/// What an object id of BTHome means.
enum BTHomeObject {
    /// A measurement of so many bytes in version 2; `factor` turns its number into that of the field.
    case number(TelemetryField, bytes: Int, signed: Bool, factor: Int64)
    /// On or off, one byte.
    case flag(TelemetryField)
    /// The packet's number, one byte.
    case packet
    /// A button, one byte.
    case button
    /// A dimmer: direction and steps, two bytes.
    case dimmer
    /// A mass in hundredths of a pound, two bytes.
    case pounds
    /// Something of so many bytes that is no measurement.
    case skipped(bytes: Int)
    /// Something whose length stands before it, in the given bits, with so many bytes more.
    case skippedText(mask: UInt8, more: Int)

    /// Nil if the specification knows no such object.
    init?(_ id: UInt8) {
        switch id {
        case 0x0f...0x11, 0x15...0x2d:
            guard let flag = Self.flag(id) else { return nil }
            self = .flag(flag)
        case 0x00...0x14, 0x2e...0x3e:
            guard let object = Self.early(id) else { return nil }
            self = object
        default:
            guard let object = Self.late(id) else { return nil }
            self = object
        }
    }

    private static func flag(_ id: UInt8) -> TelemetryField? {
        switch id {
        case 0x0f: .state
        case 0x10: .poweredOn
        case 0x11, 0x1a, 0x1b, 0x2d: .open
        case 0x15: .batteryLow
        case 0x16: .batteryCharging
        case 0x17: .carbonMonoxide
        case 0x18: .cold
        case 0x19: .connected
        case 0x1c: .gasDetected
        case 0x1d: .hot
        case 0x1e: .lightDetected
        case 0x1f: .unlocked
        case 0x20: .wet
        case 0x21, 0x22: .motion
        case 0x23: .occupied
        case 0x24: .pluggedIn
        case 0x25: .present
        case 0x26: .problem
        case 0x27: .running
        case 0x28: .safe
        case 0x29: .smoke
        case 0x2a: .sound
        case 0x2b: .tampered
        case 0x2c: .vibration
        default: nil
        }
    }

    private static func early(_ id: UInt8) -> BTHomeObject? {
        switch id {
        case 0x00: .packet
        case 0x01: .number(.battery, bytes: 1, signed: false, factor: 100)
        case 0x02: .number(.temperature, bytes: 2, signed: true, factor: 10)
        case 0x03: .number(.humidity, bytes: 2, signed: false, factor: 100)
        case 0x04: .number(.pressure, bytes: 3, signed: false, factor: 1)
        case 0x05: .number(.illuminance, bytes: 3, signed: false, factor: 1)
        case 0x06: .number(.weight, bytes: 2, signed: false, factor: 10)
        case 0x07: .pounds
        case 0x08: .number(.dewPoint, bytes: 2, signed: true, factor: 1)
        case 0x09: .number(.count, bytes: 1, signed: false, factor: 1)
        case 0x0a: .number(.energy, bytes: 3, signed: false, factor: 1)
        case 0x0b: .number(.activePower, bytes: 3, signed: false, factor: 1)
        case 0x0c: .number(.voltage, bytes: 2, signed: false, factor: 1)
        case 0x0d: .number(.particles25, bytes: 2, signed: false, factor: 10)
        case 0x0e: .number(.particles10, bytes: 2, signed: false, factor: 10)
        case 0x12: .number(.carbonDioxide, bytes: 2, signed: false, factor: 1)
        case 0x13: .number(.volatileCompounds, bytes: 2, signed: false, factor: 1)
        case 0x14: .number(.soilMoisture, bytes: 2, signed: false, factor: 1)
        case 0x2e: .number(.humidity, bytes: 1, signed: false, factor: 10_000)
        case 0x2f: .number(.soilMoisture, bytes: 1, signed: false, factor: 100)
        case 0x3a: .button
        // A command: three bits reserved, five of length, then its code and so many bytes.
        case 0x3b: .skippedText(mask: 0x1f, more: 1)
        case 0x3c: .dimmer
        case 0x3d: .number(.count, bytes: 2, signed: false, factor: 1)
        case 0x3e: .number(.count, bytes: 4, signed: false, factor: 1)
        default: nil
        }
    }

    private static func late(_ id: UInt8) -> BTHomeObject? {
        switch id {
        case 0x3f: .number(.rotation, bytes: 2, signed: true, factor: 1)
        case 0x40: .number(.measuredDistance, bytes: 2, signed: false, factor: 1)
        case 0x41: .number(.measuredDistance, bytes: 2, signed: false, factor: 100)
        case 0x42: .number(.duration, bytes: 3, signed: false, factor: 1)
        case 0x43: .number(.current, bytes: 2, signed: false, factor: 1)
        case 0x44: .number(.speed, bytes: 2, signed: false, factor: 10_000)
        case 0x45: .number(.temperature, bytes: 2, signed: true, factor: 100)
        case 0x46: .number(.ultravioletIndex, bytes: 1, signed: false, factor: 1)
        case 0x47: .number(.volume, bytes: 2, signed: false, factor: 100)
        case 0x48: .number(.volume, bytes: 2, signed: false, factor: 1)
        case 0x49: .number(.volumeFlowRate, bytes: 2, signed: false, factor: 1)
        case 0x4a: .number(.voltage, bytes: 2, signed: false, factor: 100)
        case 0x4b: .number(.gas, bytes: 3, signed: false, factor: 1)
        case 0x4c: .number(.gas, bytes: 4, signed: false, factor: 1)
        case 0x4d: .number(.energy, bytes: 4, signed: false, factor: 1)
        case 0x4e: .number(.volume, bytes: 4, signed: false, factor: 1)
        case 0x4f: .number(.water, bytes: 4, signed: false, factor: 1)
        case 0x50: .number(.timestamp, bytes: 4, signed: false, factor: 1)
        case 0x51: .number(.acceleration, bytes: 2, signed: false, factor: 1_000)
        case 0x52: .number(.gyroscope, bytes: 2, signed: false, factor: 1)
        // Text and raw bytes.
        case 0x53, 0x54: .skippedText(mask: 0xff, more: 0)
        case 0x55: .number(.volume, bytes: 4, signed: false, factor: 1)
        case 0x56: .number(.conductivity, bytes: 2, signed: false, factor: 1)
        case 0x57: .number(.temperature, bytes: 1, signed: true, factor: 1_000)
        case 0x58: .number(.temperature, bytes: 1, signed: true, factor: 350)
        case 0x59: .number(.count, bytes: 1, signed: true, factor: 1)
        case 0x5a: .number(.count, bytes: 2, signed: true, factor: 1)
        case 0x5b: .number(.count, bytes: 4, signed: true, factor: 1)
        case 0x5c: .number(.activePower, bytes: 4, signed: true, factor: 1)
        case 0x5d: .number(.current, bytes: 2, signed: true, factor: 1)
        case 0x5e: .number(.direction, bytes: 2, signed: false, factor: 1)
        case 0x5f: .number(.precipitation, bytes: 2, signed: false, factor: 1)
        case 0x60: .number(.channel, bytes: 1, signed: false, factor: 1)
        case 0x61: .number(.rotationalSpeed, bytes: 2, signed: false, factor: 1)
        case 0x62: .number(.speed, bytes: 4, signed: true, factor: 1)
        case 0x63: .number(.acceleration, bytes: 4, signed: true, factor: 1)
        case 0x64: .number(.lightLevel, bytes: 1, signed: false, factor: 1)
        // The settings' revision; the device's type and its firmware's version.
        case 0x65: .skipped(bytes: 1)
        case 0xf0: .skipped(bytes: 2)
        case 0xf1: .skipped(bytes: 4)
        case 0xf2: .skipped(bytes: 3)
        default: nil
        }
    }
}
