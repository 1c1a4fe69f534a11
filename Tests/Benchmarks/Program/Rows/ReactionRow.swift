import Bluetooth
import Schema
import Tracking

/// From the first advertisement of a beacon that comes into range to the decision that it is active, on a virtual clock:
/// one advertisement a second, of which 60 % are lost (the rest of the way to the action takes milliseconds).
enum ReactionRow: Row {
    static let name = "reaction"
    static let summary = "First advertisement to active at 1 Hz with 60 % loss, registered and not, virtual clock."

    static func measure() throws -> [Measurement] {
        let registered = delays(registered: true)
        let plain = delays(registered: false)
        return [
            Measurement(
                "registered, p50", quantile(registered, 0.5), "s",
                goal: .atMost(1.7, quantile(registered, 0.5), "≤ 1.7 s")),
            Measurement(
                "registered, p95", quantile(registered, 0.95), "s",
                goal: .atMost(5, quantile(registered, 0.95), "≤ 5 s")),
            Measurement("not registered (2 sightings in 10 s), p50", quantile(plain, 0.5), "s"),
            Measurement("not registered (2 sightings in 10 s), p95", quantile(plain, 0.95), "s"),
        ]
    }

    private static func quantile(_ sorted: [Double], _ part: Double) -> Double {
        sorted[min(Int(Double(sorted.count) * part), sorted.count - 1)]
    }

    /// Sorted delays of 20,000 arrivals, in seconds.
    private static func delays(registered: Bool) -> [Double] {
        var random: UInt64 = 0x9e37_79b9_7f4a_7c15
        let identity = BeaconIdentity(iBeacon: BeaconUUID(high: 1, low: 5), major: 1, minor: 2)
        let rules = registered ? [MonitoredRule(.beacon(identity), registered: true)] : []
        let start = Instant(nanoseconds: 1_000_000_000)
        var delays: [Double] = []
        var settings = TrackerSettings()
        settings.capacity = 16
        settings.addresses = 16
        for _ in 0..<20_000 {
            var tracker = Tracker(
                settings: settings, monitored: MonitoredSet(formats: [.iBeacon], rules: rules), now: start, seed: 1)
            var events: [TrackerEvent] = []
            var second = 0
            while events.isEmpty {
                random ^= random << 13
                random ^= random >> 7
                random ^= random << 17
                let now = start + .seconds(second)
                tracker.advance(to: now, into: &events)
                if random % 100 >= 60 {
                    tracker.observe(Sighting(identity: identity, rssi: -60, power: -59), at: now, into: &events)
                }
                second += 1
            }
            delays.append(Double(second - 1))
        }
        return delays.sorted()
    }
}
