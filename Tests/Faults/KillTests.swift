import Bus
import Glibc
import Schema
import Support
import Testing

/// kill -9 at random moments loses no activation and gives none a second outcome (invariant 3).
///
/// `BEACONBUS_KILLS` sets how many kills each case makes (3 by default), `BEACONBUS_SEED` when they come.
@Suite("Nothing is lost", .serialized, .enabled(if: MosquittoBroker.isInstalled))
struct KillTests {
    enum Victim: String, CaseIterable, Sendable {
        case scanner, metadata, dispatch, broker, any

        func draw(_ generator: inout SeededGenerator) -> Victim {
            self == .any ? [.scanner, .metadata, .dispatch, .broker].randomElement(using: &generator)! : self
        }
    }

    @Test(
        "L18, L19, R8, D15: one outcome for each activation in the journal, whoever is killed",
        arguments: Victim.allCases, [true, false])
    func killed(_ victim: Victim, brokerPersistence: Bool) async throws {
        let seed = Self.setting("BEACONBUS_SEED") ?? UInt64.random(in: 0...999_999)
        let kills = Self.setting("BEACONBUS_KILLS") ?? 3
        var generator = SeededGenerator(seed: seed)
        print("victim \(victim), broker persistence \(brokerPersistence), seed \(seed), \(kills) kills")

        let site = try FaultSite(brokerPersistence: brokerPersistence, scanner: Self.radio)
        try site.start(.metadata)
        try await Self.register(site)
        for program in [FaultSite.Program.dispatch, .scanner, .lifecycle] { try site.start(program) }
        let began = await eventually(within: .seconds(60)) {
            (try? site.outcomes())?.values.contains(1) ?? false
        }
        try #require(began, "no outcome after the start; \(Self.tails(site))")

        for _ in 0..<kills {
            // The moments are what the test is about: anywhere between two commits, acknowledgements and messages.
            try await Task.sleep(for: .milliseconds(Int.random(in: 20...900, using: &generator)))
            switch victim.draw(&generator) {
            case .broker:
                site.broker.kill()
                try site.broker.start()
            case .scanner: try Self.restart(.scanner, site)
            case .metadata: try Self.restart(.metadata, site)
            case .dispatch: try Self.restart(.dispatch, site)
            case .any: break
            }
        }
        try await Self.stopNode(site)
        let settled = await eventually(within: .seconds(180)) {
            guard let journalled = try? site.journalled(), let outcomes = try? site.outcomes() else { return false }
            return Set(outcomes.keys) == journalled && outcomes.values.allSatisfy { $0 >= 1 }
        }

        let journalled = try site.journalled()
        let outcomes = try site.outcomes()
        print("\(journalled.count) activations, \(outcomes.values.reduce(0, +)) outcomes")
        if !settled { print(Self.tails(site)) }
        #expect(journalled.count > kills)
        #expect(journalled.subtracting(outcomes.keys).sorted() == [], "in the journal, not in the ledger")
        #expect(Set(outcomes.keys).subtracting(journalled).sorted() == [], "in the ledger, not in the journal")
        #expect(outcomes.filter { $0.value != 1 } == [:], "not exactly one outcome")
        for program in FaultSite.Program.allCases.reversed() {
            let code = await site.terminate(program)
            #expect(code == 0, "\(program): \(site.logTail(program))")
        }
        await site.broker.stop()
    }

    /// Beacons come and go within seconds, so that many activations arise.
    private static let radio = [
        "journal:", "  keep: true",
        "tracker:", "  timeout: 1s",
        "simulator:", "  visitors: 200", "  stay: 2s", "  away: 4s",
    ]

    private static func restart(_ program: FaultSite.Program, _ site: FaultSite) throws {
        site.kill(program)
        try site.start(program)
    }

    private static func register(_ site: FaultSite) async throws {
        let uuid = "b9f7e2c4-3a1d-4e58-8c60-5d2a7f91e034"
        let actions = [
            #"{"checkin_action":{"place_id":"hall"}}"#, #"{"show_asset_action":{"asset_id":"a1"}}"#,
            #"{"inbox_add_assets_action":{"asset_ids":["a2"]}}"#, #"{"inbox_save_assets_action":{"asset_ids":["a3"]}}"#,
        ]
        let records = try actions.enumerated().map { index, action in
            try JSONValue.parse(
                text: #"{"uuid":"\#(uuid)","major":1,"minor":\#(index + 1),"metadata":\#(action)}"#)
        }
        let command = PutCommand(records: records)
        let stored = await eventually(within: .seconds(30)) {
            // Nobody answers before the service has started.
            let reply = try? await site.session { session in
                try await session.request(
                    .metadataCommand(.put, Requester("op_test")!), command, as: ChangeReply.self,
                    timeout: .seconds(1))
            }
            return reply?.problems.isEmpty ?? false
        }
        try #require(stored, "the beacons cannot be registered; \(site.logTail(.metadata))")
    }

    private static func stopNode(_ site: FaultSite) async throws {
        let stopped = await eventually(within: .seconds(90)) {
            // A service that is reconnecting after a kill hears the next request.
            let outcome = try? await site.session { session in
                try await session.request(
                    .nodeCommand(NodeID("hall")!, .stop, Requester("op_test")!), StopCommand(), timeout: .seconds(5))
            }
            return outcome != nil
        }
        try #require(stopped, "the node does not stop; \(tails(site))")
    }

    private static func tails(_ site: FaultSite) -> String {
        FaultSite.Program.allCases.map { "\($0):\n\(site.logTail($0))" }.joined(separator: "\n")
    }

    private static func setting<Number: FixedWidthInteger>(_ name: String) -> Number? {
        getenv(name).flatMap { Number(String(cString: $0)) }
    }
}
