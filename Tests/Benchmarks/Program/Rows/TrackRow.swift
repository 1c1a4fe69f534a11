import Bluetooth
import CYardsticks
import Schema
import Tracking

/// Advertising reports decoded and tracked, at 10,000 and at 100,000 beacons.
enum TrackRow: Row {
    static let name = "track"
    static let summary = "Report to tracked beacon, one core, at 10,000 and 100,000 beacons; memory of a beacon."

    static func measure() throws -> [Measurement] {
        let small = run(beacons: 10_000)
        let large = run(beacons: 100_000)
        return [
            Measurement(
                "reports tracked, 10,000 beacons", small.rate, "million/s",
                goal: .atLeast(5, small.rate, "≥ 5 million/s")),
            Measurement(
                "reports tracked, 100,000 beacons", large.rate, "million/s",
                goal: .atLeast(2.5, large.rate, "≥ 2.5 million/s"),
                yardstick: .init(name: "10,000 beacons", value: small.rate)),
            Measurement(
                "memory of a beacon, measured at 100,000", large.bytesPerBeacon, "bytes",
                goal: .atMost(256, large.bytesPerBeacon, "≤ 256 bytes")),
            Measurement("allocations per report", small.allocations, "", goal: .atMost(0, small.allocations, "none")),
        ]
    }

    /// The beacons in an order that does not please the processor's caches.
    private static func order(beacons: Int) -> [Int32] {
        var order = (0..<Int32(beacons)).map { $0 }
        var state: UInt64 = 0x2545_f491_4f6c_dd1d
        for index in order.indices.reversed() {
            state = state &* 6_364_136_223_846_793_005 &+ 1
            order.swapAt(index, Int((state >> 33) % UInt64(index + 1)))
        }
        return order
    }

    private static func run(beacons: Int) -> (rate: Double, bytesPerBeacon: Double, allocations: Double) {
        let order = order(beacons: beacons)
        // As from a socket, every report comes in the same small buffer.
        var payload: [UInt8] = [2, 1, 6, 0x1a, 0xff, 0x4c, 0, 2, 0x15] + [UInt8](repeating: 7, count: 20) + [0xc5]
        let before = allocated_bytes()
        var settings = TrackerSettings()
        settings.capacity = beacons
        var now = Instant(nanoseconds: 1_000_000_000)
        var tracker = Tracker(settings: settings, now: now, seed: 42)
        var decoder = SightingDecoder()
        var events: [TrackerEvent] = []
        // A second between two reports of one beacon; strengths that wander as real ones do.
        let step = Duration.nanoseconds(1_000_000_000 / beacons)
        var noise: UInt64 = 88_172_645_463_325_252
        func round() {
            payload.withUnsafeMutableBytes { bytes in
                for (position, beacon) in order.enumerated() {
                    noise ^= noise << 13
                    noise ^= noise >> 7
                    noise ^= noise << 17
                    bytes.storeBytes(of: UInt32(beacon).bigEndian, toByteOffset: 25, as: UInt32.self)
                    let report = AdvertisingReport(
                        data: UnsafeRawBufferPointer(bytes),
                        address: BluetoothAddress(truncating: 0xc600_0000_0000 + UInt64(beacon)), addressType: 1,
                        properties: [.legacy], rawRSSI: -60 - Int8(noise & 7))
                    now = now + step
                    decoder.decode(report) { tracker.observe($0, at: now, into: &events) }
                    if position & 255 == 0 {
                        tracker.advance(to: now, into: &events)
                        events.removeAll(keepingCapacity: true)
                    }
                }
            }
        }
        for _ in 0..<3 { round() }
        let memory = Double(allocated_bytes() - before) / Double(beacons)
        var times: [UInt64] = []
        for _ in 0..<max(5, 1_000_000 / beacons) {
            let start = Stopwatch.processorNanoseconds()
            round()
            times.append(Stopwatch.processorNanoseconds() - start)
        }
        let asked = allocations_of_this_thread()
        round()
        let allocations = Double(allocations_of_this_thread() - asked) / Double(beacons)
        keep(tracker.counters)
        precondition(tracker.activeCount == beacons, "\(tracker.activeCount) of \(beacons) beacons are active")
        return (Double(beacons) / Double(times.sorted()[times.count / 2]) * 1_000, memory, allocations)
    }
}
