import Schema
import Tracking

/// The bytes in the journal: a version, what is always there, a mask, what is there by the mask, the telemetry.
extension EntryRecord {
    /// Version 1 had five telemetry values by the mask; it is still read.
    private static let version: UInt8 = 2

    private struct Mask: OptionSet {
        let rawValue: UInt16
        static let rssi = Mask(rawValue: 1)
        static let power = Mask(rawValue: 2)
        static let distance = Mask(rawValue: 4)
        static let registered = Mask(rawValue: 8)
        static let run = Mask(rawValue: 16)
    }

    /// The record as bytes.
    var bytes: [UInt8] {
        var mask: Mask = registered ? .registered : []
        if rssi != nil { mask.insert(.rssi) }
        if power != nil { mask.insert(.power) }
        if distance != nil { mask.insert(.distance) }
        if run != nil { mask.insert(.run) }
        var writer = RecordWriter()
        writer.fixed(Self.version)
        writer.fixed(identity.words.0)
        writer.fixed(identity.words.1)
        writer.fixed(identity.words.2)
        writer.fixed(cause.rawValue)
        writer.fixed(zone.rawValue)
        writer.fixed(mask.rawValue)
        for value in [age, sinceFirst, address, UInt64(samples), timeout] { writer.number(value) }
        writer.text(name.bytes)
        writer.text(url.encoded)
        if let rssi { writer.fixed(rssi) }
        if let power { writer.fixed(power) }
        if let distance { writer.fixed(distance) }
        if let run { writer.text(run.description.utf8) }
        writer.fixed(UInt8(clamping: telemetry.values.count))
        for value in telemetry.values {
            writer.fixed(value.field.rawValue)
            writer.signed(value.number)
        }
        return writer.bytes
    }

    /// Reads a record; nil for bytes that are none.
    init?(_ bytes: [UInt8]) {
        var reader = RecordReader(bytes)
        guard let version = reader.fixed(UInt8.self), (1...Self.version).contains(version),
            let first = reader.fixed(UInt64.self),
            let second = reader.fixed(UInt64.self), let third = reader.fixed(UInt64.self),
            let identity = BeaconIdentity(words: (first, second, third)),
            let cause = reader.fixed(UInt8.self).flatMap(TrackerEvent.Cause.init(rawValue:)),
            let zone = reader.fixed(UInt8.self).flatMap(Zone.init(rawValue:)),
            let mask = reader.fixed(UInt16.self).map(Mask.init(rawValue:)), let age = reader.number(),
            let sinceFirst = reader.number(), let address = reader.number(), let samples = reader.number(),
            let timeout = reader.number(), let name = reader.text(), let url = reader.text()
        else { return nil }
        self.identity = identity
        self.cause = cause
        self.zone = zone
        self.age = age
        self.sinceFirst = sinceFirst
        self.address = address
        self.samples = UInt32(clamping: samples)
        self.timeout = timeout
        self.name = name.withUnsafeBytes { ShortText($0) }
        self.url = url.withUnsafeBytes { ShortURL($0) }
        registered = mask.contains(.registered)
        rssi = mask.contains(.rssi) ? reader.fixed(Int16.self) : nil
        power = mask.contains(.power) ? reader.fixed(Int8.self) : nil
        distance = mask.contains(.distance) ? reader.fixed(UInt32.self) : nil
        run = mask.contains(.run) ? reader.text().flatMap { RunID(String(decoding: $0, as: UTF8.self)) } : nil
        let found = version == 1 ? Self.firstTelemetry(mask.rawValue, &reader) : Self.telemetry(&reader)
        guard let found else { return nil }
        telemetry = found
    }

    /// Fields of a later version are left out.
    private static func telemetry(_ reader: inout RecordReader) -> BeaconTelemetry? {
        guard let count = reader.fixed(UInt8.self) else { return nil }
        var telemetry = BeaconTelemetry()
        for _ in 0..<count {
            guard let field = reader.fixed(UInt8.self), let number = reader.signed() else { return nil }
            if let field = TelemetryField(rawValue: field) { telemetry[field] = number }
        }
        return telemetry
    }

    private static func firstTelemetry(_ mask: UInt16, _ reader: inout RecordReader) -> BeaconTelemetry? {
        var telemetry = BeaconTelemetry()
        if mask & 32 != 0 { telemetry[.batteryMillivolts] = reader.fixed(UInt16.self).map { Int64($0) } }
        if mask & 64 != 0 {
            telemetry[.temperature] = reader.fixed(Int16.self).map { (Int64($0) * 1_000 + 128) >> 8 }
        }
        if mask & 128 != 0 { telemetry[.battery] = reader.fixed(UInt8.self).map { Int64($0) * 100 } }
        if mask & 256 != 0 { telemetry[.buttons] = reader.fixed(UInt16.self).map { Int64($0) } }
        if mask & 512 != 0 { telemetry[.motions] = reader.fixed(UInt16.self).map { Int64($0) } }
        return telemetry
    }
}
