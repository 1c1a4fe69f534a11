import Bluetooth
import Schema
import Tracking

extension BatchEntry {
    /// The entry a record stands for, `elapsed` ms after its decision.
    /// - Parameters:
    ///   - kind: only in batches whose entries are of different kinds.
    ///   - before: of a change, what was before.
    init(
        _ record: EntryRecord, activation: ActivationID, kind: BeaconEvent? = nil, entry: Int64? = nil, elapsed: Int64,
        before: TrackerEvent.Before? = nil
    ) {
        self.init(
            beacon: record.identity.id, kind: kind, entry: entry, activation: activation, url: record.url.text,
            address: record.address == 0 ? nil : BluetoothAddress(truncating: record.address),
            rssi: record.rssi.map { Double($0) / 10 }, power: record.power.map { Int64($0) },
            distance: record.distance.map { min(Double($0) / 100, 99_999) }, zone: BeaconZone(record.zone),
            age: Self.duration(record.age, elapsed), sinceFirst: Self.duration(record.sinceFirst, elapsed),
            samples: Int64(record.samples), cause: BeaconCause(record.cause),
            name: record.name.isEmpty ? nil : record.name.text, telemetry: BeaconTelemetry(record.telemetry),
            changes: before.map { Self.changes(from: $0, to: record) } ?? [], timeout: Int64(clamping: record.timeout))
    }

    private static func duration(_ milliseconds: UInt64, _ elapsed: Int64) -> Int64 {
        let (sum, overflow) = Int64(clamping: milliseconds).addingReportingOverflow(max(elapsed, 0))
        return overflow ? .max : sum
    }

    private static func changes(from before: TrackerEvent.Before, to record: EntryRecord) -> [BatchChange] {
        var changes: [BatchChange] = []
        func note(_ field: String, _ from: ChangeValue?, _ to: ChangeValue?) {
            if from != to { changes.append(BatchChange(field: field, from: from, to: to)) }
        }
        func text(_ name: ShortText) -> ChangeValue? { name.isEmpty ? nil : .text(name.text) }
        let old = BeaconTelemetry(before.telemetry)
        let new = BeaconTelemetry(record.telemetry)
        note("zone", .text(BeaconZone(before.zone).rawValue), .text(BeaconZone(record.zone).rawValue))
        note("name", text(before.name), text(record.name))
        note("battery", old.battery.map { .number($0) }, new.battery.map { .number($0) })
        note(
            "batteryMillivolts", old.batteryMillivolts.map { .integer($0) }, new.batteryMillivolts.map { .integer($0) })
        note("temperature", old.temperature.map { .number($0) }, new.temperature.map { .number($0) })
        note("buttons", old.buttons.map { .integer($0) }, new.buttons.map { .integer($0) })
        note("motions", old.motions.map { .integer($0) }, new.motions.map { .integer($0) })
        return changes
    }
}

extension BeaconTelemetry {
    init(_ telemetry: Telemetry) {
        self.init()
        battery = telemetry.battery.map { Double($0) }
        batteryMillivolts = telemetry.batteryMillivolts.map { Int64($0) }
        temperature = telemetry.rawTemperature.map { (Double($0) / 256 * 100).rounded() / 100 }
        buttons = telemetry.buttons.map { Int64($0) }
        motions = telemetry.motions.map { Int64($0) }
    }
}

extension BeaconCause {
    init(_ cause: TrackerEvent.Cause) {
        self =
            switch cause {
            case .initial: .initial
            case .arrived: .arrived
            case .silent: .silent
            case .removed: .removed
            case .outOfRange: .outOfRange
            case .evicted: .evicted
            case .stopped: .stopped
            case .restarted: .restarted
            case .zone: .zone
            case .data: .data
            case .name: .name
            }
    }
}

extension BeaconZone {
    init(_ zone: Zone) {
        self =
            switch zone {
            case .unknown: .unknown
            case .immediate: .immediate
            case .near: .near
            case .far: .far
            }
    }
}

extension BeaconEvent {
    init(_ kind: TrackerEvent.Kind) {
        self =
            switch kind {
            case .active: .active
            case .inactive: .inactive
            case .changed: .changed
            }
    }
}

extension BatchKind {
    init(_ kind: TrackerEvent.Kind) {
        self =
            switch kind {
            case .active: .active
            case .inactive: .inactive
            case .changed: .changed
            }
    }
}

extension ShortURL {
    /// The URL in full; nil where there is none.
    var text: String? {
        guard !isEmpty else { return nil }
        return encoded.withUnsafeBytes { CompressedURL($0, allowsURN: true)?.text }
    }
}
