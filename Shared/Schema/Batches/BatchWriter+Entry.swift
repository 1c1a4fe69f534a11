/// The members of an entry, in the order of its Codable form. Keys are literals with all their punctuation.
extension BatchWriter {
    static func write(_ entry: borrowing BatchEntry, to sink: inout ByteSink) {
        sink.put("{\"beacon\":\"")
        sink.put(entry.beacon.identity)
        sink.put("\"")
        if let kind = entry.kind { sink.put(",\"kind\":\"", word: kind.word) }
        if let number = entry.entry { sink.put(",\"entry\":", number) }
        sink.put(",\"activation\":\"")
        sink.put(entry.activation)
        sink.put("\"")
        sink.put(",\"format\":\"", word: entry.format.word)
        writeParts(entry.beacon.identity, to: &sink)
        if let url = entry.url { sink.put(",\"url\":", text: url) }
        if let address = entry.address {
            sink.put(",\"address\":\"")
            sink.put(address)
            sink.put("\"")
        }
        if let rssi = entry.rssi { sink.put(",\"rssi\":", rssi) }
        if let power = entry.power { sink.put(",\"power\":", power) }
        if let distance = entry.distance { sink.put(",\"distance\":", distance) }
        sink.put(",\"zone\":\"", word: entry.zone.word)
        sink.put(",\"age\":", entry.age)
        sink.put(",\"sinceFirst\":", entry.sinceFirst)
        sink.put(",\"samples\":", entry.samples)
        sink.put(",\"cause\":\"", word: entry.cause.word)
        if let name = entry.name { sink.put(",\"name\":", text: name) }
        writeTelemetry(entry.telemetry, to: &sink)
        if !entry.changes.isEmpty { writeChanges(entry.changes, to: &sink) }
        if let timeout = entry.timeout { sink.put(",\"timeout\":", timeout) }
        sink.put("}")
    }

    @inline(__always)
    private static func writeParts(_ identity: BeaconIdentity, to sink: inout ByteSink) {
        if let parts = identity.beaconParts {
            sink.put(",\"uuid\":\"")
            sink.put(parts.uuid)
            sink.put("\",\"major\":")
            sink.put(Int64(parts.major))
            sink.put(",\"minor\":")
            sink.put(Int64(parts.minor))
        } else if let namespace = identity.namespace, let instance = identity.instance {
            sink.put(",\"namespace\":\"")
            sink.put(hex: namespace.high, digits: 16)
            sink.put(hex: UInt64(namespace.low), digits: 4)
            sink.put("\",\"instance\":\"")
            sink.put(hex: instance.value, digits: 12)
            sink.put("\"")
        } else if let eid = identity.eid {
            sink.put(",\"eid\":\"")
            sink.put(hex: eid.value, digits: 16)
            sink.put("\"")
        }
    }

    private static func writeTelemetry(_ telemetry: borrowing BeaconTelemetry, to sink: inout ByteSink) {
        for value in telemetry.values {
            let definition = value.field.definition
            sink.put(",\"")
            sink.put(definition.name)
            sink.put("\":")
            if definition.isFlag {
                sink.put(value.number != 0 ? "true" : "false")
            } else {
                sink.put(value.number, decimals: definition.decimals)
            }
        }
    }

    private static func writeChanges(_ changes: [BatchChange], to sink: inout ByteSink) {
        sink.put(",\"changes\":[")
        for (index, change) in changes.prefix(BatchLimits.changes).enumerated() {
            sink.put(index > 0 ? ",{\"field\":" : "{\"field\":", text: change.field)
            if let value = change.from { write(",\"from\":", value, to: &sink) }
            if let value = change.to { write(",\"to\":", value, to: &sink) }
            sink.put("}")
        }
        sink.put("]")
    }

    private static func write(_ key: StaticString, _ value: ChangeValue, to sink: inout ByteSink) {
        switch value {
        case .integer(let value): sink.put(key, value)
        case .number(let value): sink.put(key, value)
        case .text(let value): sink.put(key, text: value.cut(toBytes: BatchLimits.text))
        case .flag(let value):
            sink.put(key)
            sink.put(value ? "true" : "false")
        }
    }
}

extension ByteSink {
    @inline(__always)
    mutating func put(_ key: StaticString, word: StaticString) {
        put(key)
        put(word)
        put("\"")
    }

    @inline(__always)
    mutating func put(_ key: StaticString, _ value: Int64) {
        put(key)
        put(value)
    }

    @inline(__always)
    mutating func put(_ key: StaticString, _ value: Double) {
        put(key)
        put(value)
    }

    @inline(__always)
    mutating func put(_ key: StaticString, text: String) {
        put(key)
        put(text: text)
    }
}
