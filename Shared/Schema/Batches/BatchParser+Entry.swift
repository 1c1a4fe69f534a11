extension BatchParser {
    /// The keys of an entry nearly in the order of our writer, which the indices below are of. Telemetry, which few
    /// beacons have, stands last, so that nobody else's keys are compared with it.
    private static let keys: [StaticString] =
        [
            "beacon", "kind", "entry", "activation", "format", "uuid", "major", "minor", "namespace", "instance", "eid",
            "url", "address", "rssi", "power", "distance", "zone", "age", "sinceFirst", "samples", "cause", "name",
            "changes", "timeout",
        ] + TelemetryField.allCases.map(\.name)
    private static let telemetryKeys = 24

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
            if index < Self.telemetryKeys {
                try parser.member(index, &required, &optional)
            } else {
                try parser.telemetry(TelemetryField.allCases[index - Self.telemetryKeys], &optional)
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
        case 21: entry.name = try text("name")
        case 22: entry.changes = try changes()
        default: entry.timeout = try integer("timeout", BatchLimits.count)
        }
    }

    private mutating func telemetry(_ field: TelemetryField, _ entry: inout BatchEntry) throws(BatchFault) {
        let definition = field.definition
        if definition.isFlag {
            entry.telemetry[field] = try flag(definition.name) ? 1 : 0
        } else if definition.decimals == 0 {
            entry.telemetry[field] = try integer(definition.name, definition.range)
        } else {
            let range = definition.range
            let value = try double(
                definition.name, field.measured(range.lowerBound)...field.measured(range.upperBound))
            entry.telemetry.measure(field, value)
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
        switch scanner.current {
        case UInt8(ascii: "\""): return .text(try text(field))
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .flag(try flag(field))
        default: break
        }
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
