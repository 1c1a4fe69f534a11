import Bluetooth
import Schema

@testable import Tracking

/// A tracker on a virtual clock, with everything it said.
final class Fixture {
    var tracker: Tracker
    var events: [TrackerEvent] = []
    private(set) var now: Instant

    static let start = Instant(nanoseconds: 1_000_000_000_000)

    init(settings: TrackerSettings = TrackerSettings(), monitored: MonitoredSet = .byFormat, seed: UInt64 = 7) {
        now = Self.start
        tracker = Tracker(settings: settings, monitored: monitored, now: now, seed: seed)
    }

    /// Lets time pass; what is due is decided.
    func pass(_ span: Duration) {
        now = now + span
        tracker.advance(to: now, into: &events)
    }

    /// One report of a beacon.
    func hear(
        _ beacon: BeaconIdentity?, rssi: Int8? = -60, power: Int16? = -59, address: UInt64 = 0, name: String? = nil,
        telemetry: EddystoneTelemetry? = nil
    ) {
        var sighting = Sighting(
            identity: beacon, address: BluetoothAddress(truncating: address), rssi: rssi, power: power)
        guard var name else {
            var values = TelemetryValues()
            if let telemetry { values.set(telemetry) }
            withUnsafePointer(to: &values) {
                sighting.values = $0.pointee.isEmpty ? nil : $0
                tracker.observe(sighting, at: now, into: &events)
            }
            return
        }
        name.withUTF8 { bytes in
            sighting.name = UnsafeRawBufferPointer(bytes)
            tracker.observe(sighting, at: now, into: &events)
        }
    }

    /// The events since the last call, in short: `active arrived 1`.
    func said() -> [String] {
        defer { events.removeAll() }
        return events.map { "\($0.kind) \($0.cause) \($0.beacon.activation)" }
    }
}

/// The iBeacon with this minor.
func beacon(_ minor: UInt16, major: UInt16 = 1) -> BeaconIdentity {
    BeaconIdentity(iBeacon: BeaconUUID(high: 0x1111_2222_3333_4444, low: 5), major: major, minor: minor)
}
