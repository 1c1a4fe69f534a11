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
            name: record.name.isEmpty ? nil : record.name.text, telemetry: record.telemetry,
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
        note("zone", .text(BeaconZone(before.zone).rawValue), .text(BeaconZone(record.zone).rawValue))
        note("name", text(before.name), text(record.name))
        for field in TelemetryField.allCases where field.definition.telling != .never {
            note(
                field.name.description, value(field, before.telemetry[field]), value(field, record.telemetry[field]))
        }
        return changes
    }

    private static func value(_ field: TelemetryField, _ number: Int64?) -> ChangeValue? {
        guard let number else { return nil }
        let definition = field.definition
        if definition.isFlag { return .flag(number != 0) }
        return definition.decimals == 0 ? .integer(number) : .number(field.measured(number))
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
