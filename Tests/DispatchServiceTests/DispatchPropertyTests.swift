import Bus
import Schema
import Store
import Support
import Testing

@testable import DispatchCore

/// Random traces over several nodes, beacons and kinds of action, with everything that may go wrong on the way.
@Suite("Dispatch under random traces")
struct DispatchPropertyTests {
    struct Stay {
        let activation: String
        let beacon: Int
        let node: Int
        let from: Instant
        var to: Instant?
    }

    private struct Trace {
        var stays: [Stay] = []
        var sent: [Set<Int>]
    }

    @Test(
        "Invariant 3: exactly one outcome per activation and at most one effect per episode, with redelivery and restarts",
        arguments: UInt64(1)...4)
    func exactlyOnce(seed: UInt64) throws {
        try run(seed: seed, losesBatches: false)
    }

    @Test(
        "Invariant 3: exactly one outcome per activation when batches are lost, reordered and come again out of the journal",
        arguments: UInt64(101)...104)
    func lossy(seed: UInt64) throws {
        try run(seed: seed, losesBatches: true)
    }

    private func run(seed: UInt64, losesBatches: Bool) throws {
        var generator = SeededGenerator(seed: seed)
        let site = try Site()
        let beacons = 5
        // All 16 subsets of the keys, among them the empty one, and one beacon without a record.
        for beacon in 0..<beacons - 1 {
            var metadata: [String: JSONValue] = ["beacon": .integer(Int64(beacon))]
            for kind in ActionKind.allCases where Bool.random(using: &generator) {
                metadata[kind.metadataKey] = ActionDecisionTests.good[kind]
            }
            site.metadata.records[FakeNode.beacon(beacon)] = metadata
        }
        let nodes = (0..<3).map { FakeNode("node\($0)", site.bus, journal: "00000000000000a\($0)") }
        var trace = Trace(sent: nodes.map { _ in [] })
        for _ in 0..<250 {
            let node = Int.random(in: nodes.indices, using: &generator)
            let beacon = Int.random(in: 0..<beacons, using: &generator)
            switch Int.random(in: 0..<20, using: &generator) {
            case 0..<11: step(&trace, nodes, node, beacon, site)
            case 11, 12: site.bus.advance(.milliseconds(Int64.random(in: 1...20_000, using: &generator)))
            case 13:
                let again = sample(nodes[node], &generator)
                nodes[node].resend(losesBatches ? again : again.filter { trace.sent[node].contains($0) })
            case 14: site.metadata.isSilent.toggle()
            case 15: if Int.random(in: 0..<4, using: &generator) == 0 { try site.restart() }
            case 16: site.bus.broker.deliversTwice.toggle()
            case 17: site.bus.broker.restart(keepingRetained: Bool.random(using: &generator))
            case 18: site.metadata.capacity = Bool.random(using: &generator) ? 1 : .max
            default: break
            }
            if losesBatches, Int.random(in: 0..<3, using: &generator) != 0 { continue }
            // In order and complete, or, where batches are lost, some of what is outstanding in any order.
            for (index, node) in nodes.enumerated() {
                var missing = node.entries.indices.filter { !trace.sent[index].contains($0) }
                if losesBatches {
                    missing = missing.shuffled(using: &generator).filter { _ in Bool.random(using: &generator) }
                }
                guard site.dispatch.link.isConnected else { continue }
                node.publish(missing)
                trace.sent[index].formUnion(missing)
            }
        }
        site.metadata.isSilent = false
        site.metadata.capacity = .max
        site.bus.advance(.seconds(60))
        for node in nodes {
            for start in stride(from: 0, to: node.entries.count, by: 100) {
                node.resend(Array(start..<min(start + 100, node.entries.count)))
            }
        }
        site.bus.advance(.seconds(120))
        try check(site, nodes, trace, seed, losesBatches)
    }

    private func step(_ trace: inout Trace, _ nodes: [FakeNode], _ node: Int, _ beacon: Int, _ site: Site) {
        let name = FakeNode.beacon(beacon)
        // Ages travel in whole milliseconds: no two entries are so near that rounding could swap them.
        site.bus.advance(.milliseconds(3))
        let going = trace.stays.lastIndex { $0.node == node && $0.beacon == beacon && $0.to == nil }
        if let going {
            nodes[node].becomesInactive(name)
            trace.stays[going].to = site.bus.now
        } else {
            let activation = nodes[node].becomesActive(name)
            trace.stays.append(Stay(activation: activation, beacon: beacon, node: node, from: site.bus.now))
        }
    }

    private func sample(_ node: FakeNode, _ generator: inout SeededGenerator) -> [Int] {
        guard !node.entries.isEmpty else { return [] }
        let start = Int.random(in: node.entries.indices, using: &generator)
        return Array(node.entries.indices[start...].prefix(20))
    }

    private func check(_ site: Site, _ nodes: [FakeNode], _ trace: Trace, _ seed: UInt64, _ losesBatches: Bool) throws {
        let ledger = try site.ledger()
        #expect(Set(ledger.keys) == Set(trace.stays.map(\.activation)), "seed \(seed)")
        for (activation, outcomes) in ledger {
            #expect(outcomes.count == 1 && outcomes.first != .some(nil), "seed \(seed): \(activation) \(outcomes)")
        }
        #expect(site.counters["open"] == 0 && site.counters["outbox"] == 0, "seed \(seed)")
        for (index, node) in nodes.enumerated() {
            let stream = site.engine.streams.first { $0.key.node.description == "node\(index)" }?.value
            #expect(stream.map { $0.through } ?? 0 == Int64(node.entries.count), "seed \(seed)")
        }
        // Published and stored agree: as many numbered actions as done outcomes, each of the kind precedence demands.
        let done = ledger.filter { $0.value == [.done] }
        let actions = try site.engine.ledger.actions(after: 0, limit: .max)
        #expect(actions.count == done.count, "seed \(seed)")
        #expect(actions.map(\.number) == (done.isEmpty ? [] : Array(1...Int64(done.count))), "seed \(seed)")
        for beacon in 0..<5 {
            let metadata = site.metadata.records[FakeNode.beacon(beacon)] ?? [:]
            let first = ActionKind.allCases.first { metadata[$0.metadataKey] != nil }
            let stays = trace.stays.filter { $0.beacon == beacon }
            let acted = stays.filter { ledger[$0.activation] == [.done] }
            guard let first else {
                #expect(acted.isEmpty, "seed \(seed)")
                continue
            }
            let codes = Set(
                actions.map { action -> Int64 in
                    let text = String(decoding: action.body, as: UTF8.self)
                    return acted.contains { text.contains("\"\($0.activation)\"") } ? action.kind : 0
                }
            ).subtracting([0])
            #expect(codes.isSubset(of: [first.code]), "seed \(seed)")
            guard first != .showAsset, !losesBatches else { continue }
            #expect(acted.count <= episodes(stays), "seed \(seed): beacon \(beacon)")
        }
    }

    /// How many uninterrupted stays the activations make.
    private func episodes(_ stays: [Stay]) -> Int {
        var count = 0
        var end: Instant?
        for stay in stays.sorted(by: { $0.from < $1.from }) {
            if end.map({ stay.from > $0 }) ?? true { count += 1 }
            end = max(end ?? stay.from, stay.to ?? .distantFuture)
        }
        return count
    }
}
