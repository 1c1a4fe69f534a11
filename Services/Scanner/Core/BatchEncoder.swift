import Schema
import Tracking

/// Makes the bodies of batches and readings: entries with their numbers and ages, cut to what fits one message.
struct BatchEncoder {
    var node: NodeID
    var journal: JournalID
    /// Bytes left in a message for entries, head and frame taken off.
    static let mostBytes = MessageCoder.maximumLength - 1_024

    /// One entry to be.
    struct Entry {
        var record: EntryRecord
        var activation: Int64
        var entry: Int64?
        /// ms since the decision.
        var elapsed: Int64
        /// The kind, where the batch has several.
        var kind: TrackerEvent.Kind?
        var before: TrackerEvent.Before?
    }

    /// The members of one or more messages of a kind (`journal` where the entries tell), each with how many entries it took.
    func batches(_ entries: [Entry], kind: String, run: RunID?, oldest: Int64) -> [(members: [UInt8], count: Int)] {
        var result: [(members: [UInt8], count: Int)] = []
        var list: [UInt8] = []
        var count = 0
        func flush() {
            guard count > 0 else { return }
            var members = Array("\"node\":\"\(node)\",\"kind\":\"\(kind)\",".utf8)
            if let run { members += Array("\"run\":\"\(run)\",".utf8) }
            if kind != "changed" { members += Array("\"journal\":\"\(journal)\",\"oldest\":\(oldest),".utf8) }
            members += Array("\"beacons\":[".utf8) + list + Array("]".utf8)
            result.append((members, count))
            list.removeAll(keepingCapacity: true)
            count = 0
        }
        for entry in entries {
            let bytes = JSONValue.object(object(entry)).bytes
            if count == Batcher.greatest || list.count + bytes.count >= Self.mostBytes { flush() }
            if count > 0 { list.append(UInt8(ascii: ",")) }
            list += bytes
            count += 1
        }
        flush()
        return result
    }

    private func object(_ entry: Entry) -> [String: JSONValue] {
        let record = entry.record
        var object: [String: JSONValue] = [
            "beacon": .string(record.identity.id.description),
            "format": .string(record.identity.format.description), "zone": .string("\(record.zone)"),
            "age": .integer(Int64(clamping: record.age) &+ entry.elapsed),
            "sinceFirst": .integer(Int64(clamping: record.sinceFirst) &+ entry.elapsed),
            "samples": .integer(Int64(record.samples)), "cause": .string("\(record.cause)"),
            "timeout": .integer(Int64(clamping: record.timeout)),
        ]
        if let id = ActivationID(node: node, journal: journal, counter: entry.activation) {
            object["activation"] = .string(id.description)
        }
        object["entry"] = entry.entry.map { .integer($0) }
        object["kind"] = entry.kind.map { .string("\($0)") }
        object["uuid"] = record.identity.uuid.map { .string($0.description) }
        object["major"] = record.identity.major.map { .integer(Int64($0)) }
        object["minor"] = record.identity.minor.map { .integer(Int64($0)) }
        object["namespace"] = record.identity.namespace.map { .string($0.description) }
        object["instance"] = record.identity.instance.map { .string($0.description) }
        if record.address != 0 {
            object["address"] = .string(BluetoothAddress(truncating: record.address).description)
        }
        object["rssi"] = record.rssi.map { .number(Double($0) / 10) }
        object["power"] = record.power.map { .integer(Int64($0)) }
        object["distance"] = record.distance.map { .number(Double($0) / 100) }
        if !record.name.isEmpty { object["name"] = .string(record.name.text) }
        object.merge(members(of: record.telemetry)) { $1 }
        if let before = entry.before { object["changes"] = changes(before, record) }
        return object
    }

    private func members(of telemetry: Telemetry) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        members["battery"] = telemetry.battery.map { .integer(Int64($0)) }
        members["batteryMillivolts"] = telemetry.batteryMillivolts.map { .integer(Int64($0)) }
        members["temperature"] = telemetry.rawTemperature.map { .number(Double($0) / 256) }
        return members
    }

    private func changes(_ before: TrackerEvent.Before, _ record: EntryRecord) -> JSONValue {
        var changes: [JSONValue] = []
        func note(_ field: String, _ from: JSONValue?, _ to: JSONValue?) {
            guard from != to else { return }
            var change: [String: JSONValue] = ["field": .string(field)]
            change["from"] = from
            change["to"] = to
            changes.append(.object(change))
        }
        note("zone", .string("\(before.zone)"), .string("\(record.zone)"))
        note("name", before.name.isEmpty ? nil : .string(before.name.text), .string(record.name.text))
        let old = members(of: before.telemetry)
        let new = members(of: record.telemetry)
        for field in new.keys.sorted() { note(field, old[field], new[field]) }
        return .array(changes)
    }
}
