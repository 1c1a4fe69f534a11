import CYardsticks
import FoundationEssentials
import Schema

/// Batches written and read by hand, beside Foundation's coders on the same bytes.
enum CodecRow: Row {
    static let name = "codec"
    static let summary = "Batch JSON, written and read, per beacon entry; beside Foundation's coders."

    /// Entries of a full batch.
    private static let entries = 100

    static func measure() throws -> [Measurement] {
        let batch = try batch()
        let head = Head(
            from: ClientID("s.home.kitchen"), session: 218_000_000, seq: 41_000,
            at: WallTime("2026-11-30T16:04:13.641Z"))
        let bytes = try BatchWriter.encode(head, batch)
        let small = Batch(
            node: batch.node, kind: batch.kind, run: batch.run, journal: batch.journal, oldest: batch.oldest,
            beacons: Array(batch.beacons.prefix(1)))
        let smallBytes = try BatchWriter.encode(head, small)
        let writer = BatchWriter()
        let encoder = JSONEncoder()
        let decoder = JSONDecoder()
        let rounds = 200
        let times = Stopwatch.medians([
            { for _ in 0..<rounds { keep(encode(batch, head, writer)) } },
            { for _ in 0..<rounds { keep(try? BatchReader.read(bytes)) } },
            { for _ in 0..<rounds { keep(encode(small, head, writer)) } },
            { for _ in 0..<rounds { keep(try? BatchReader.read(smallBytes)) } },
            { for _ in 0..<(rounds / 20) { keep(try? encoder.encode(batch)) } },
            { for _ in 0..<(rounds / 20) { keep(try? decoder.decode(Batch.self, from: Data(bytes))) } },
        ])
        let writes = allocations { keep(encode(batch, head, writer)) }
        let reads = allocations { keep(try? BatchReader.read(bytes)) }
        func perEntry(_ index: Int, _ rounds: Int, _ entries: Int) -> Double {
            times[index] / Double(rounds * entries) / 1_000
        }
        let (write, read) = (perEntry(0, rounds, entries), perEntry(1, rounds, entries))
        let foundationWrite = perEntry(4, rounds / 20, entries)
        let foundationRead = perEntry(5, rounds / 20, entries)
        return [
            Measurement(
                "write, per entry of \(bytes.count / entries) bytes, batch of \(entries)", write, "µs",
                goal: .atMost(0.5, write, "≤ 0.5 µs"), yardstick: .init(name: "JSONEncoder", value: foundationWrite)),
            Measurement(
                "read, per entry, batch of \(entries)", read, "µs", goal: .atMost(1, read, "≤ 1 µs"),
                yardstick: .init(name: "JSONDecoder", value: foundationRead)),
            Measurement("allocations, write, per entry", writes / Double(entries), ""),
            Measurement("allocations, read, per entry", reads / Double(entries), ""),
            Measurement("write, a batch of one with its head", perEntry(2, rounds, 1), "µs"),
            Measurement("read, a batch of one with its head", perEntry(3, rounds, 1), "µs"),
        ]
    }

    private static func allocations(_ work: () -> Void) -> Double {
        let before = allocations_of_this_thread()
        work()
        return Double(allocations_of_this_thread() - before)
    }

    @inline(never)
    private static func encode(_ batch: Batch, _ head: Head, _ writer: BatchWriter) -> [UInt8]? {
        writer.begin(
            node: batch.node, kind: batch.kind, run: batch.run, journal: batch.journal, oldest: batch.oldest)
        for entry in batch.beacons where !writer.append(entry) { break }
        return writer.finish(head)
    }

    /// What a node sends when many iBeacons become active.
    private static func batch() throws -> Batch {
        guard let node = NodeID("kitchen"), let run = RunID("218000000.7"), let uuid = BeaconUUID(lenient: uuidText)
        else { throw RowSkipped("the sample is invalid") }
        let journal = JournalID(0x0123_4567_89ab_cdef)
        let entries = (0..<entries).compactMap { number -> BatchEntry? in
            let identity = BeaconIdentity(iBeacon: uuid, major: 20_594, minor: UInt16(number))
            guard let activation = ActivationID(node: node, journal: journal, counter: Int64(number) + 1) else {
                return nil
            }
            return BatchEntry(
                beacon: identity.id, entry: Int64(number) + 1_000, activation: activation,
                address: BluetoothAddress(truncating: 0xc6a1_0000_0000 + UInt64(number)), rssi: -61.5, power: -59,
                distance: 1.34, zone: .near, age: 12, sinceFirst: 1_012, samples: 2, cause: .arrived,
                name: "Tag \(number)")
        }
        return Batch(node: node, kind: .active, run: run, journal: journal, oldest: 1_000, beacons: entries)
    }

    private static let uuidText = "f7826da6-4fa2-4e98-8024-bc5b71e0893e"
}
