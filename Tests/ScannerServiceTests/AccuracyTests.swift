import Bluetooth
import Schema
import Support
import Testing
import Tracking

@testable import ScannerService

@Suite("Accuracy, on the simulated site")
struct AccuracyTests {
    private static let uuid = BeaconUUID(high: 7, low: 7)

    private static func beacon(_ minor: UInt16) -> BeaconIdentity {
        BeaconIdentity(iBeacon: uuid, major: 1, minor: minor)
    }

    private static func tag(_ minor: UInt16, _ movement: Movement, interval: Double = 0.5) -> SimulatedDevice {
        SimulatedDevice(payload: .iBeacon(uuid: uuid, major: 1, minor: minor), movement: movement, interval: interval)
    }

    /// The site's node hangs at (2, 2); a tag stands so many metres to its right.
    private static func standing(_ metres: Double) -> Movement { .fixed(2 + metres, 2) }

    private func replay(_ devices: [SimulatedDevice], seed: UInt64, seconds: Int64) throws -> Replay {
        let site = SimulatedSite(devices: devices, seed: seed, duration: .seconds(seconds))
        return try Replay(SimulatedSource(site), readings: .seconds(1))
    }

    @Test(
        "R11: the distance of tags that stand still is right within 2.5 dB of path loss in the median, 6 dB nearly always"
    )
    func distance() throws {
        let places = [0.5, 1, 2, 4, 5.5]
        var errors: [Double] = []
        for seed in UInt64(1)...10 {
            let devices = places.enumerated().map { Self.tag(UInt16($0.offset), Self.standing($0.element)) }
            let readings = try replay(devices, seed: seed, seconds: 120).readings
            for (index, metres) in places.enumerated() {
                let measured = readings.filter { $0.identity == Self.beacon(UInt16(index)) }.dropFirst(20)
                // In dB, because that is how the error arises; 6 dB are a factor of two in distance.
                errors += measured.compactMap(\.distance).map { abs(Self.decibels(Double($0) / metres)) }
            }
        }
        errors.sort()
        #expect(errors.count > 4_000)
        #expect(errors[errors.count / 2] < 2.5, "median \(errors[errors.count / 2])")
        #expect(errors[errors.count * 95 / 100] < 6, "95 %: \(errors[errors.count * 95 / 100])")
    }

    @Test("R1: a tag that stands still changes its zone at most once in an hour, wherever it stands")
    func still() throws {
        var hours = 0
        var restless = 0
        for seed in UInt64(1)...4 {
            let places = [0.3, 0.7, 1.5, 2.5, 4.5, 5.8]
            let devices = places.enumerated().map {
                Self.tag(UInt16($0.offset), Self.standing($0.element), interval: 1)
            }
            let replay = try replay(devices, seed: seed, seconds: 3_600)
            for index in places.indices {
                let own = replay.events.filter { $0.beacon.identity == Self.beacon(UInt16(index)) }
                #expect(own.filter { $0.kind == .active }.count == 1, "seed \(seed)")
                hours += 1
                if own.filter({ $0.cause == .zone }).count > 1 { restless += 1 }
            }
        }
        #expect(restless <= 1, "\(restless) of \(hours) tag hours")
    }

    @Test("R1: two receivers 2 dB apart, σ 4 dB: at most one room change in an hour; a real move is seen within 10 s")
    func rooms() {
        var restless = 0
        var slow = 0
        for seed in UInt64(1)...40 {
            var random = SeededGenerator(seed: seed)
            var rooms = TwoReceivers(seed: seed)
            for second in 0..<3_600 {
                rooms.hear(at: second, levels: (-70, -72), loss: 0.6, &random)
            }
            if rooms.changes.count > 1 { restless += 1 }
            let before = rooms.changes.count
            // Carried from the one room to the other, whichever it is held to be in.
            let levels: (Double, Double) = rooms.room == 0 ? (-85, -62) : (-62, -85)
            for second in 3_600..<3_660 { rooms.hear(at: second, levels: levels, loss: 0.2, &random) }
            let seen = rooms.changes.dropFirst(before).first ?? .max
            if seen - 3_600 > 10 { slow += 1 }
        }
        #expect(restless == 0, "\(restless) of 40 hours")
        #expect(slow <= 1, "\(slow) of 40 moves")
    }

    @Test("A tag carried from the desk to the far wall is far within ten seconds of being there")
    func carried() throws {
        var late = 0
        for seed in UInt64(1)...20 {
            // 1.2 m/s from 0.5 m to 10 m and back: more than 7 m away, 8 dB beyond the boundary, from 5.5 s on.
            let way = [FloorPlan.Point(x: 2.5, y: 2), FloorPlan.Point(x: 12, y: 2)]
            let replay = try replay([Self.tag(1, Movement(way: way), interval: 0.25)], seed: seed, seconds: 60)
            let far = replay.events.first { $0.cause == .zone && $0.beacon.zone == .far }
            let seen = far.map { $0.at - Instant(nanoseconds: 5_000_000_000) } ?? .seconds(60)
            if seen > .seconds(15) { late += 1 }
        }
        #expect(late <= 1, "\(late) of 20")
    }

    /// 20 log10, for an exponent of 2.
    private static func decibels(_ ratio: Double) -> Double {
        Double(PathLoss(exponent: 2).loss(at: Float(ratio)))
    }
}

/// One beacon heard by two nodes, and the room it is taken to be in: at first that of the node which heard it better over
/// five readings, then that of the node which hears it better by 3 dB in three readings in a row.
private struct TwoReceivers {
    private final class Node {
        var tracker: Tracker
        var events: [TrackerEvent] = []
        var readings: [Reading] = []
        var level: Float?
        var heard = 0

        init(seed: UInt64) { tracker = Tracker(now: .zero, seed: seed) }
    }

    private let nodes: [Node]
    private let beacon = BeaconIdentity(mac: BluetoothAddress(truncating: 1))
    private var agreeing = 0
    private(set) var room = 0
    private(set) var changes: [Int] = []

    init(seed: UInt64) {
        nodes = [Node(seed: seed), Node(seed: seed + 1)]
        for node in nodes {
            node.tracker.monitor(MonitoredSet(formats: [.mac]), at: .zero, into: &node.events)
        }
    }

    /// One second of a beacon of 1 Hz.
    mutating func hear(at second: Int, levels: (Double, Double), loss: Double, _ random: inout SeededGenerator) {
        let now = Instant(nanoseconds: Int64(second) * 1_000_000_000)
        var isNew = false
        for (node, level) in zip(nodes, [levels.0, levels.1]) {
            node.tracker.advance(to: now, into: &node.events)
            guard Double(random.next() >> 11) * 0x1p-53 >= loss else { continue }
            let normal = (0..<12).reduce(-6.0) { sum, _ in sum + Double(random.next() >> 11) * 0x1p-53 }
            let sighting = Sighting(
                identity: beacon, rssi: Int8(clamping: Int((level + 4 * normal).rounded())), power: -59)
            node.tracker.observe(sighting, at: now, into: &node.events)
            node.tracker.collectReadings(into: &node.readings)
            node.level = node.readings.last?.rssi ?? node.level
            node.readings.removeAll()
            node.heard += 1
            isNew = true
        }
        guard let first = nodes[0].level, let other = nodes[1].level else { return }
        guard isNew else { return }
        guard nodes.allSatisfy({ $0.heard >= 5 }) else {
            room = first >= other ? 0 : 1
            return
        }
        let ahead = room == 0 ? other - first : first - other
        agreeing = ahead >= 3 ? agreeing + 1 : 0
        guard agreeing >= 3 else { return }
        room = 1 - room
        agreeing = 0
        changes.append(second)
    }
}
