extension Batch {
    public static var samples: [Batch] {
        var telemetry = BeaconTelemetry()
        telemetry.battery = 87
        telemetry.batteryMillivolts = 2_840
        telemetry.temperature = 21.5
        telemetry.humidity = 48.25
        telemetry.measure(.pressure, 1_013.2)
        telemetry.measure(.illuminance, 120)
        telemetry.buttons = 2
        telemetry.motions = 31
        telemetry[.advertisements] = 5_223
        telemetry.measure(.uptime, 1_094.8)
        // A sample has every field, possible numbers all of them.
        for field in TelemetryField.allCases where telemetry[field] == nil {
            telemetry[field] = min(max(1, field.definition.range.lowerBound), field.definition.range.upperBound)
        }
        let active = BatchEntry(
            beacon: .sample, entry: 41, activation: .sample, address: .sample, rssi: -61.5, power: -59, distance: 1.34,
            zone: .near, age: 12, sinceFirst: 1_012, samples: 2, cause: .arrived, name: "Tag \"7\" 🏷",
            telemetry: telemetry, timeout: 30_000)
        var changed = active
        changed.cause = .zone
        changed.changes = [
            BatchChange(field: "zone", from: .text("far"), to: .text("near")),
            BatchChange(field: "battery", from: nil, to: .integer(87)),
            BatchChange(field: "temperature", from: .number(20.5), to: nil),
            BatchChange(field: "open", from: .flag(false), to: .flag(true)),
        ]
        let uid = BatchEntry(
            beacon: BeaconID(BeaconIdentity(namespace: .sample, instance: .sample)), kind: .inactive, entry: 40,
            activation: .sample, zone: .unknown, age: 30_000, sinceFirst: 90_000, samples: 75, cause: .silent)
        let url = BatchEntry(
            beacon: .known("eddystone-url-0123456789abcdef"), kind: .active, entry: 41, activation: .sample,
            url: "https://example.com/a", zone: .far, age: 0, sinceFirst: 0, samples: 1, cause: .initial)
        let eid = BatchEntry(
            beacon: .known("eddystone-eid-ec31ae4cb8abc2d8"), kind: .active, entry: 42, activation: .sample,
            zone: .far, age: 0, sinceFirst: 0, samples: 1, cause: .initial)
        return [
            Batch(node: .sample, kind: .active, run: .sample, journal: .sample, oldest: 40, beacons: [active]),
            Batch(node: .sample, kind: .changed, run: .sample, beacons: [changed]),
            Batch(node: .sample, kind: .journal, run: .sample, journal: .sample, oldest: 40, beacons: [uid, url, eid]),
        ]
    }
}
