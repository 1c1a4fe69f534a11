import Schema
import Tracking

/// The bytes in the journal: a version, what is always there, a mask, what is there by the mask.
extension EntryRecord {
    private static let version: UInt8 = 1

    private struct Mask: OptionSet {
        let rawValue: UInt16
        static let rssi = Mask(rawValue: 1)
        static let power = Mask(rawValue: 2)
        static let distance = Mask(rawValue: 4)
        static let registered = Mask(rawValue: 8)
        static let run = Mask(rawValue: 16)
        static let millivolts = Mask(rawValue: 32)
        static let temperature = Mask(rawValue: 64)
        static let battery = Mask(rawValue: 128)
        static let buttons = Mask(rawValue: 256)
        static let motions = Mask(rawValue: 512)
    }

    /// The record as bytes.
    var bytes: [UInt8] {
        var mask: Mask = registered ? .registered : []
        if rssi != nil { mask.insert(.rssi) }
        if power != nil { mask.insert(.power) }
        if distance != nil { mask.insert(.distance) }
        if run != nil { mask.insert(.run) }
        if telemetry.batteryMillivolts != nil { mask.insert(.millivolts) }
        if telemetry.rawTemperature != nil { mask.insert(.temperature) }
        if telemetry.battery != nil { mask.insert(.battery) }
        if telemetry.buttons != nil { mask.insert(.buttons) }
        if telemetry.motions != nil { mask.insert(.motions) }
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
        if let value = telemetry.batteryMillivolts { writer.fixed(value) }
        if let value = telemetry.rawTemperature { writer.fixed(value) }
        if let value = telemetry.battery { writer.fixed(value) }
        if let value = telemetry.buttons { writer.fixed(value) }
        if let value = telemetry.motions { writer.fixed(value) }
        return writer.bytes
    }

    /// Reads a record; nil for bytes that are none.
    init?(_ bytes: [UInt8]) {
        var reader = RecordReader(bytes)
        guard reader.fixed(UInt8.self) == Self.version, let first = reader.fixed(UInt64.self),
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
        telemetry = Telemetry()
        telemetry.batteryMillivolts = mask.contains(.millivolts) ? reader.fixed(UInt16.self) : nil
        telemetry.rawTemperature = mask.contains(.temperature) ? reader.fixed(Int16.self) : nil
        telemetry.battery = mask.contains(.battery) ? reader.fixed(UInt8.self) : nil
        telemetry.buttons = mask.contains(.buttons) ? reader.fixed(UInt16.self) : nil
        telemetry.motions = mask.contains(.motions) ? reader.fixed(UInt16.self) : nil
    }
}
