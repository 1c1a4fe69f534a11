extension BatchParser {
    /// The keys of an entry in the order of our writer, which the indices below are of.
    private static let keys: [StaticString] = [
        "beacon", "kind", "entry", "activation", "format", "uuid", "major", "minor", "namespace", "instance", "eid",
        "url", "address", "rssi", "power", "distance", "zone", "age", "sinceFirst", "samples", "cause", "name",
        "battery", "batteryMillivolts", "temperature", "humidity", "pressure", "illuminance", "buttons", "motions",
        "advertisements", "uptime", "changes", "timeout",
    ]

    private static let changeKeys: [StaticString] = ["field", "from", "to"]

    /// The required members of an entry as they are found.
    private struct Required {
        var beacon: BeaconID?
        var activation: ActivationID?
        var format: BeaconFormat?
        var zone: BeaconZone?
        var age: Int64?
        var sinceFirst: Int64?
        var samples: Int64?
        var cause: BeaconCause?
    }

    /// One entry of a batch.
    mutating func entry() throws(BatchFault) -> BatchEntry {
        var required = Required()
        var optional = BatchEntry.blank
        try object(Self.keys, "entry", depth: 3) { (parser: inout BatchParser, index: Int) throws(BatchFault) in
            if try parser.null() { return }
            if index < 22 {
                try parser.member(index, &required, &optional)
            } else {
                try parser.telemetry(index, &optional)
            }
        }
        guard let beacon = required.beacon else { throw .field("beacon", "is missing") }
        guard let activation = required.activation else { throw .field("activation", "is missing") }
        guard let format = required.format else { throw .field("format", "is missing") }
        guard let zone = required.zone else { throw .field("zone", "is missing") }
        guard let age = required.age else { throw .field("age", "is missing") }
        guard let sinceFirst = required.sinceFirst else { throw .field("sinceFirst", "is missing") }
        guard let samples = required.samples else { throw .field("samples", "is missing") }
        guard let cause = required.cause else { throw .field("cause", "is missing") }
        optional.beacon = beacon
        optional.activation = activation
        optional.format = format
        optional.zone = zone
        optional.age = age
        optional.sinceFirst = sinceFirst
        optional.samples = samples
        optional.cause = cause
        return optional
    }

    @inline(__always)
    private mutating func member(
        _ index: Int, _ required: inout Required, _ entry: inout BatchEntry
    ) throws(BatchFault) {
        switch index {
        case 0: required.beacon = try beacon("beacon")
        case 1: entry.kind = try word("kind", BeaconEvent.self)
        case 2: entry.entry = try integer("entry", BatchLimits.ordinal)
        case 3: required.activation = try activation("activation")
        case 4: required.format = try format("format")
        case 5: try uuid("uuid")
        case 6: _ = try integer("major", 0...65_535)
        case 7: _ = try integer("minor", 0...65_535)
        case 8: try hex("namespace", digits: 20, EddystoneNamespace.form)
        case 9: try hex("instance", digits: 12, EddystoneInstance.form)
        case 10: try hex("eid", digits: 16, EddystoneEID.form)
        case 11: entry.url = try text("url")
        case 12: entry.address = try address("address")
        case 13: entry.rssi = try double("rssi", BatchLimits.rssi)
        case 14: entry.power = try integer("power", BatchLimits.power)
        case 15: entry.distance = try double("distance", BatchLimits.distance)
        case 16: required.zone = try word("zone", BeaconZone.self)
        case 17: required.age = try integer("age", BatchLimits.count)
        case 18: required.sinceFirst = try integer("sinceFirst", BatchLimits.count)
        case 19: required.samples = try integer("samples", BatchLimits.count)
        case 20: required.cause = try word("cause", BeaconCause.self)
        default: entry.name = try text("name")
        }
    }

    private mutating func telemetry(_ index: Int, _ entry: inout BatchEntry) throws(BatchFault) {
        switch index {
        case 22: entry.telemetry.battery = try double("battery", BatchLimits.percent)
        case 23: entry.telemetry.batteryMillivolts = try integer("batteryMillivolts", BatchLimits.millivolts)
        case 24: entry.telemetry.temperature = try double("temperature", BatchLimits.temperature)
        case 25: entry.telemetry.humidity = try double("humidity", BatchLimits.percent)
        case 26: entry.telemetry.pressure = try double("pressure", BatchLimits.pressure)
        case 27: entry.telemetry.illuminance = try double("illuminance", BatchLimits.illuminance)
        case 28: entry.telemetry.buttons = try integer("buttons", BatchLimits.count)
        case 29: entry.telemetry.motions = try integer("motions", BatchLimits.count)
        case 30: entry.telemetry.advertisements = try integer("advertisements", BatchLimits.count)
        case 31: entry.telemetry.uptime = try double("uptime", BatchLimits.uptime)
        case 32: entry.changes = try changes()
        default: entry.timeout = try integer("timeout", BatchLimits.count)
        }
    }

    private mutating func changes() throws(BatchFault) -> [BatchChange] {
        var result: [BatchChange] = []
        try array("changes", limit: BatchLimits.changes) { (parser: inout BatchParser) throws(BatchFault) in
            var field: String?
            var from: ChangeValue?
            var to: ChangeValue?
            try parser.object(Self.changeKeys, "changes", depth: 5) {
                (parser: inout BatchParser, index: Int) throws(BatchFault) in
                let isNull = try parser.null()
                switch index {
                case 0: field = isNull ? nil : try parser.text("field", limit: BatchLimits.field)
                case 1: from = isNull ? nil : try parser.changeValue("from")
                default: to = isNull ? nil : try parser.changeValue("to")
                }
            }
            guard let field else { throw .field("field", "is missing") }
            result.append(BatchChange(field: field, from: from, to: to))
        }
        return result
    }

    private mutating func changeValue(_ field: StaticString) throws(BatchFault) -> ChangeValue {
        if scanner.current == UInt8(ascii: "\"") { return .text(try text(field)) }
        switch try number(field) {
        case .integer(let value): return .integer(value)
        case .double(let value): return .number(value)
        }
    }

    /// Walks an array of at most `limit` elements; `element` must read each.
    @inline(__always)
    mutating func array(
        _ field: StaticString, limit: Int, _ element: (inout BatchParser) throws(BatchFault) -> Void
    ) throws(BatchFault) {
        guard scanner.current == UInt8(ascii: "[") else { throw mismatch(field, "an array") }
        scanner.index += 1
        if scanner.take(UInt8(ascii: "]")) { return }
        var count = 0
        repeat {
            guard count < limit else { throw .field(field.description, "must have at most \(limit) elements") }
            scanner.skipSpace()
            do throws(BatchFault) {
                try element(&self)
            } catch {
                throw error.inside("\(field)[\(count)]")
            }
            count += 1
        } while scanner.take(UInt8(ascii: ","))
        try scan { scanner throws(JSONSyntaxError) in try scanner.expect(UInt8(ascii: "]")) }
    }
}

extension BatchEntry {
    /// An entry to fill in.
    static let blank = BatchEntry(
        beacon: BeaconID(BeaconIdentity(mac: BluetoothAddress(truncating: 0))), activation: .sample, zone: .unknown,
        age: 0, sinceFirst: 0, samples: 0, cause: .silent)
}
