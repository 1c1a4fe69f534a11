import Schema
import Testing
import Tracking

@testable import Bluetooth
@testable import ScannerService

/// A source that sends given advertising data from given addresses.
private final class DataSource: ReportSource {
    struct Record {
        var seconds: Double
        var address: UInt64
        var type: UInt8 = 0
        var data: [UInt8]
    }

    let name = "data"
    let kind = SourceKind.recording
    private(set) var counters = SourceCounters()
    private var records: ArraySlice<Record>
    private var record: Record?

    init(_ records: [Record]) { self.records = records[...] }

    func open() throws(BeaconBusError) {}

    func advance() throws(BeaconBusError) -> Int64? {
        record = records.popFirst()
        return record.map { Int64($0.seconds * 1e9) }
    }

    func forEachReport(_ deliver: (AdvertisingReport) -> Void) {
        guard let record else { return }
        counters.reports += 1
        record.data.withUnsafeBytes {
            deliver(
                AdvertisingReport(
                    data: $0, address: BluetoothAddress(truncating: record.address), addressType: record.type,
                    properties: [.legacy], rawRSSI: -60))
        }
    }
}

/// What a loop said.
private final class Said {
    var outputs: [RadioOutput] = []
}

@Suite struct KeyedRunTests {
    private let irk: [UInt8] = [
        0xec, 0x02, 0x34, 0xa3, 0x57, 0xc8, 0xad, 0x05, 0x34, 0x10, 0x10, 0xa6, 0x0a, 0x39, 0x7d, 0x9b,
    ]
    private let bindKey: [UInt8] = [
        0x23, 0x1d, 0x39, 0xc1, 0xd7, 0xcc, 0x1a, 0xb1, 0xae, 0xe2, 0x24, 0xcd, 0x09, 0x6d, 0xb9, 0x32,
    ]
    /// 25.06 °C and 50.55 % with the counter 0x33221100, from 54:48:e6:8f:80:a5.
    private let sealed: [UInt8] = [
        0x12, 0x16, 0xd2, 0xfc, 0x41, 0xa4, 0x72, 0x66, 0xc9, 0x5f, 0x73, 0x00, 0x11, 0x22, 0x33, 0x78, 0x23, 0x72,
        0x14,
    ]

    private func ring() throws -> KeyRing {
        let watch = try #require(BeaconName("watch"))
        let sensor = try #require(BeaconName("sensor"))
        return KeyRing([
            KeyRing.Entry(name: watch, use: .irk, bytes: irk),
            KeyRing.Entry(
                name: sensor, use: .bind(BluetoothAddress(truncating: 0x5448_e68f_80a5)), bytes: bindKey),
        ])
    }

    /// Runs a loop until its source ends; what it said last.
    private func run(_ loop: RadioLoop, _ token: UInt64, _ said: Said) -> RadioStatistics? {
        var now = Instant(nanoseconds: Int64(token) * 1_000_000_000_000)
        loop.handle(.open(token: token), at: now)
        loop.handle(.begin(token: token, saved: [], cause: .restarted), at: now)
        for _ in 0..<100_000 {
            switch loop.step(at: now) {
            case .again: continue
            case .wait(let until): now = max(until, now)
            case .idle:
                for case .ended(token, let statistics, _) in said.outputs { return statistics }
                return nil
            }
        }
        return nil
    }

    @Test("R4: a device that changes its address every second is one beacon, active once, with its key in the ring")
    func rotating() throws {
        let cipher = try #require(BlockCiphers([KeyMaterial(irk)]))
        let records = (0..<300).map { number -> DataSource.Record in
            let part = 0x40_0000 + UInt64(number) * 977
            var block = CipherBlock()
            for index in 0..<3 { block[13 + index] = UInt8(truncatingIfNeeded: part >> UInt64(16 - 8 * index)) }
            let hash = cipher.encrypt(block)
            let low = UInt64(hash[13]) << 16 | UInt64(hash[14]) << 8 | UInt64(hash[15])
            return .init(seconds: Double(number), address: part << 24 | low, type: 1, data: [2, 1, 6])
        }
        let said = Said()
        let loop = RadioLoop(
            RadioSettings(
                makeSource: { DataSource(records) }, pace: .max, monitored: MonitoredSet(formats: [.irk]))
        ) { said.outputs.append($0) }
        loop.handle(.keys(try ring()), at: .zero)
        let statistics = try #require(run(loop, 1, said))
        #expect(statistics.secrets.addressesResolved == 300)
        var events: [TrackerEvent] = []
        for case .pass(_, let pass) in said.outputs { events += pass.events }
        #expect(events.filter { $0.kind == .active }.map(\.beacon.identity.id.description) == ["irk-watch"])
        #expect(events.filter { $0.kind == .inactive }.count == 1)
    }

    @Test("D13: what a run heard is a replay in the next run too; keys may come at any time")
    func replayedInTheNextRun() throws {
        let record = DataSource.Record(seconds: 0, address: 0x5448_e68f_80a5, data: sealed)
        let said = Said()
        let loop = RadioLoop(RadioSettings(makeSource: { DataSource([record]) }, pace: .max)) {
            said.outputs.append($0)
        }
        #expect(run(loop, 1, said)?.secrets.keyMissing == 1)
        loop.handle(.keys(try ring()), at: .zero)
        #expect(run(loop, 2, said)?.secrets.decrypted == 1)
        let third = run(loop, 3, said)?.secrets
        #expect(third?.decrypted == 0 && third?.repeated == 1)
        // Taken away in the middle of a run, they are gone after it too.
        loop.handle(.open(token: 9), at: .zero)
        loop.handle(.begin(token: 9, saved: [], cause: .restarted), at: .zero)
        loop.handle(.keys(.empty), at: .zero)
        #expect(run(loop, 4, said)?.secrets.keyMissing == 1)
    }

    @Test("D13: what was heard before a restart is a replay after it; what is told in time is what was heard last")
    func replayedAfterRestart() throws {
        let record = DataSource.Record(seconds: 0, address: 0x5448_e68f_80a5, data: sealed)
        func loop(_ said: Said) throws -> RadioLoop {
            let loop = RadioLoop(RadioSettings(makeSource: { DataSource([record]) }, pace: .max)) {
                said.outputs.append($0)
            }
            loop.handle(.keys(try ring()), at: .zero)
            return loop
        }
        let said = Said()
        #expect(run(try loop(said), 1, said)?.secrets.decrypted == 1)
        var marks: [ReplayMark] = []
        for case .counted(let told) in said.outputs { marks = told }
        #expect(marks.map(\.counter) == [0x3322_1100] && marks.map(\.address.value) == [0x5448_e68f_80a5])
        let kept = try #require(ReplayMark.read(ReplayMark.bytes(marks)))
        for (counter, outcome) in [(0x3322_1100, "repeated"), (0x3322_1101, "replayed"), (0x3322_10ff, "decrypted")] {
            let after = Said()
            let another = try loop(after)
            another.handle(
                .counted(
                    kept.map { mark in
                        var mark = mark
                        mark.counter = UInt32(counter)
                        return mark
                    }), at: .zero)
            let secrets = run(another, 2, after)?.secrets
            let counts = secrets.map { ["repeated": $0.repeated, "replayed": $0.replayed, "decrypted": $0.decrypted] }
            #expect(counts?[outcome] == 1, "\(outcome)")
            #expect(counts?.values.reduce(0, +) == 1)
        }
    }
}
