import Bluetooth
import Schema
import Tracking

/// 10,000 advertisements a second from ever new random addresses, most of them iBeacons nobody knows: what the memory
/// of decode and tracker does, and whether registered beacons are still seen (R4).
enum FloodRow: Row {
    static let name = "flood"
    static let summary =
        "5 minutes of 10,000 advertisements/s from random addresses, virtual clock: memory, registered beacons."

    private static let perSecond = 10_000
    private static let registered: UInt16 = 100

    static func measure() throws -> [Measurement] {
        let start = Instant(nanoseconds: 1_000_000_000)
        var tracker = Tracker(
            monitored: MonitoredSet(
                formats: [.iBeacon],
                rules: (0..<registered).map { MonitoredRule(.beacon(beacon($0)), registered: true) }),
            now: start, seed: 42)
        var decoder = SightingDecoder()
        var random: UInt64 = 88_172_645_463_325_252
        var events: [TrackerEvent] = []
        var lost = 0
        var payload: [UInt8] = [2, 1, 6, 0x1a, 0xff, 0x4c, 0, 2, 0x15] + [UInt8](repeating: 7, count: 20) + [0xc5]

        func next() -> UInt64 {
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            return random
        }
        func second(_ number: Int) {
            for index in 0..<perSecond {
                let now = start + .milliseconds(number * 1_000) + .microseconds(index * 100)
                // One report in a hundred is of a registered beacon, each of them once a second.
                let isKnown = index % (perSecond / Int(registered)) == 0
                let minor = UInt16(index / (perSecond / Int(registered)))
                payload.withUnsafeMutableBytes { bytes in
                    let uuid: UInt64 = isKnown ? 1 : next()
                    bytes.storeBytes(of: uuid.bigEndian, toByteOffset: 9, as: UInt64.self)
                    bytes.storeBytes(of: UInt64(5).bigEndian, toByteOffset: 17, as: UInt64.self)
                    bytes.storeBytes(of: UInt32(isKnown ? minor : 9).bigEndian, toByteOffset: 25, as: UInt32.self)
                    let report = AdvertisingReport(
                        data: UnsafeRawBufferPointer(bytes), address: BluetoothAddress(truncating: next() >> 16),
                        addressType: 1, properties: [.legacy], rawRSSI: -70)
                    decoder.decode(report) { tracker.observe($0, at: now, into: &events) }
                }
                if index & 255 == 0 { tracker.advance(to: now, into: &events) }
            }
            for event in events where event.kind == .inactive && isRegistered(event.beacon.identity) { lost += 1 }
            events.removeAll(keepingCapacity: true)
        }

        // The tables fill to their bounds first; then memory must stand still.
        for number in 0..<30 { second(number) }
        let before = ProcessMemory.resident()
        let started = Stopwatch.processorNanoseconds()
        for number in 30..<330 { second(number) }
        let cost = Double(Stopwatch.processorNanoseconds() - started) / Double(300 * perSecond)
        let growth = Double(ProcessMemory.resident() - before) / 1_048_576
        keep(tracker.counters)
        return [
            Measurement(
                "memory growth in 5 minutes", growth, "MiB", goal: .atMost(1, growth, "< 1 MiB")),
            Measurement(
                "registered beacons lost, of \(registered)", Double(lost), "", goal: .atMost(0, Double(lost), "none")),
            Measurement("cost of a report", cost, "ns"),
        ]
    }

    private static func beacon(_ minor: UInt16) -> BeaconIdentity {
        BeaconIdentity(iBeacon: BeaconUUID(high: 1, low: 5), major: 0, minor: minor)
    }

    private static func isRegistered(_ identity: BeaconIdentity) -> Bool {
        identity.uuid == BeaconUUID(high: 1, low: 5)
    }
}
