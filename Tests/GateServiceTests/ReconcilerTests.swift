import Access
import Schema
import Support
import Testing

@testable import GateService

@Suite("Bringing the plugin to what the document says")
struct ReconcilerTests {
    private static let roots = Roots(site: SiteID("home")!)

    private static func contents(_ nodes: some Sequence<Int>, epoch: UInt64? = nil) -> DynamicSecurity.Contents {
        let identities = nodes.flatMap { node in
            ["n", "s"].map { AccessIdentity(client: ClientID("\($0).home.node\(node)")!, epoch: epoch) }
        }
        return DynamicSecurity.Contents(
            AccessDocument(revision: 1, site: roots.site, identities: identities), in: roots)
    }

    /// Runs until nothing is to be sent any more; gives the commands that changed something.
    @discardableResult
    private func settle(
        _ reconciler: inout Reconciler, _ plugin: inout PluginModel, _ now: inout Instant, limit: Int = 10_000
    ) -> [DynamicSecurity.Command] {
        var done: [DynamicSecurity.Command] = []
        for _ in 0..<limit {
            guard let message = reconciler.next(now) else { break }
            done += reconciler.outstanding?.commands.filter { !$0.isReading } ?? []
            now = now + .milliseconds(1)
            reconciler.answered(plugin.answer(message), now)
        }
        return done
    }

    @Test("It reads what there is by pages, then does only what is needed, and then rests")
    func pages() {
        var plugin = PluginModel(Self.contents(0..<130))
        plugin.contents.clients["admin"] = DynamicSecurity.Client(roles: ["admin"], epoch: 0)
        plugin.contents.roles["admin"] = []
        var reconciler = Reconciler(site: Self.roots.site, prefix: "gate.1")
        var now = Instant.zero
        reconciler.connected()
        #expect(reconciler.next(now) == nil, "nothing is known of what should be")
        reconciler.want(3, Self.contents(5..<131))
        let done = settle(&reconciler, &plugin, &now)
        #expect(done.map(\.name).filter { $0 == "deleteClient" }.count == 10)
        #expect(done.count == 1 + 10 + 10 + 2 + 2)
        #expect(done.first?.name == "setDefaultACLAccess" && done[1...10].allSatisfy { $0.isCut })
        #expect(reconciler.reached == 3 && reconciler.problem == nil)
        #expect(plugin.contents.clients["admin"] != nil && plugin.contents.clients.count == 2 * 126 + 1)
        #expect(reconciler.next(now + .seconds(599)) == nil)
        // Somebody has been at it by hand: seen at the next reading.
        plugin.contents.clients["n.home.node999"] = DynamicSecurity.Client(roles: [], epoch: 0)
        now = now + Reconciler.interval
        #expect(settle(&reconciler, &plugin, &now) == [.deleteClient("n.home.node999")])
    }

    @Test("D9: who is cut off and may come back is so in one message, however small these are")
    func whole() {
        var plugin = PluginModel(Self.contents(0..<40))
        var reconciler = Reconciler(site: Self.roots.site, prefix: "gate.1")
        var now = Instant.zero
        reconciler.connected()
        reconciler.want(1, Self.contents(0..<40))
        settle(&reconciler, &plugin, &now)
        reconciler.want(2, Self.contents(3..<40, epoch: 7))
        var cut: [String] = []
        while let message = reconciler.next(now) {
            let commands = reconciler.outstanding?.commands ?? []
            for case .deleteClient(let name) in commands {
                cut.append(name)
                let isBack = commands.contains { if case .createClient(name, _) = $0 { true } else { false } }
                #expect(isBack == (Self.contents(3..<40).clients[name] != nil), "\(name)")
            }
            // Slowly, so that messages become as small as they can be.
            now = now + .milliseconds(150)
            reconciler.answered(plugin.answer(message), now)
        }
        #expect(cut.count == 80 && reconciler.reached == 2)
        #expect(cut.prefix(6).allSatisfy { $0.hasSuffix("node0") || $0.hasSuffix("node1") || $0.hasSuffix("node2") })
    }

    @Test("R17: a cut comes before everything that is still waiting")
    func urgent() {
        var plugin = PluginModel(Self.contents(0..<1))
        var reconciler = Reconciler(site: Self.roots.site, prefix: "gate.1")
        var now = Instant.zero
        reconciler.connected()
        reconciler.want(1, Self.contents(0..<100))
        settle(&reconciler, &plugin, &now, limit: 8)
        #expect(reconciler.reached == nil)
        let message = reconciler.next(now)!
        reconciler.want(2, Self.contents(1..<100))
        #expect(reconciler.next(now) == nil, "one message at a time")
        reconciler.answered(plugin.answer(message), now)
        _ = reconciler.next(now)
        #expect(reconciler.outstanding?.commands.prefix(2).allSatisfy { $0.isCut } == true)
    }

    @Test("Answers of another site's gate, and late ones, are passed over")
    func foreignAnswers() {
        var plugin = PluginModel(Self.contents(0..<1))
        var reconciler = Reconciler(site: Self.roots.site, prefix: "gate.1")
        reconciler.connected()
        reconciler.want(1, Self.contents(0..<2))
        let message = reconciler.next(.zero)!
        for correlation in ["svc.away.gate.4.1", nil, "gate.1.99"] {
            reconciler.answered([.init(command: "getDefaultACLAccess", correlation: correlation)], .zero)
            #expect(reconciler.outstanding != nil)
        }
        reconciler.answered([], .zero)
        reconciler.answered(plugin.answer(message), .zero)
        #expect(reconciler.outstanding == nil)
    }

    @Test("What fails three times in a row is told, rested upon, and tried again")
    func failing() {
        var plugin = PluginModel(Self.contents(0..<1))
        plugin.failing = "createRole"
        var reconciler = Reconciler(site: Self.roots.site, prefix: "gate.1")
        var now = Instant.zero
        reconciler.connected()
        reconciler.want(1, Self.contents(0..<2))
        settle(&reconciler, &plugin, &now)
        #expect(reconciler.problem?.code == .brokerRefused && reconciler.reached == nil)
        #expect(reconciler.problem?.reason.contains("createRole") == true)
        plugin.failing = nil
        #expect(reconciler.next(now) == nil)
        now = reconciler.deadline!
        settle(&reconciler, &plugin, &now)
        #expect(reconciler.reached == 1 && reconciler.problem == nil)
    }

    @Test("Whatever is lost, refused, cut short or restarted on the way: it arrives, and never touches anybody else")
    func faults() {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        for round in 0..<50 {
            var plugin = PluginModel(Self.contents((0..<20).filter { _ in Bool.random(using: &generator) }))
            plugin.contents.clients["n.away.node1"] = DynamicSecurity.Client(roles: ["n.away.node1"], epoch: 0)
            plugin.contents.roles["n.away.node1"] = []
            var reconciler = Reconciler(site: Self.roots.site, prefix: "gate.1")
            var now = Instant.zero
            var revision: UInt64 = 0
            var wanted = DynamicSecurity.Contents()
            reconciler.connected()
            for _ in 0..<60 {
                if Int.random(in: 0..<6, using: &generator) == 0 {
                    revision += 1
                    wanted = Self.contents((0..<20).filter { _ in Bool.random(using: &generator) }, epoch: revision % 3)
                    reconciler.want(revision, wanted)
                }
                guard let message = reconciler.next(now) else {
                    now = max(now + .milliseconds(1), reconciler.deadline ?? now)
                    continue
                }
                switch Int.random(in: 0..<8, using: &generator) {
                case 0: now = now + Reconciler.patience  // Lost on the way there.
                case 1:
                    _ = plugin.answer(message)  // The answer is lost.
                    now = now + Reconciler.patience
                case 2:
                    _ = plugin.answer(message, first: 1)  // kill -9 in between.
                    reconciler.disconnected()
                    reconciler.connected()
                case 3:
                    reconciler = Reconciler(site: Self.roots.site, prefix: "gate.\(round)")
                    reconciler.connected()
                    reconciler.want(revision, wanted)
                case 4: reconciler.refused(.init(.connectionLost, reason: "", suggestion: ""), now)
                default: reconciler.answered(plugin.answer(message), now)
                }
            }
            reconciler.want(revision + 1, wanted)
            for _ in 0..<50 {
                settle(&reconciler, &plugin, &now)
                guard reconciler.reached == nil, let deadline = reconciler.deadline else { break }
                now = max(now, deadline)
            }
            #expect(reconciler.reached == revision + 1, "seed \(seed)")
            wanted.clients["n.away.node1"] = DynamicSecurity.Client(roles: ["n.away.node1"], epoch: 0)
            #expect(plugin.contents.clients == wanted.clients, "seed \(seed)")
            #expect(plugin.danglingRoles == 0, "seed \(seed): the plugin crashes on clients whose role was deleted")
        }
    }

    @Test("A message keeps the broker busy for about 50 ms")
    func batches() {
        var size = BatchSize()
        for _ in 0..<20 { size.answered(after: .milliseconds(2), count: size.value) }
        #expect(size.value == BatchSize.most)
        for _ in 0..<20 { size.answered(after: .milliseconds(400), count: size.value) }
        #expect(size.value == 1)
        size.answered(after: .milliseconds(60), count: 1)
        #expect(size.value == 1)
    }
}

extension DynamicSecurity.Command {
    fileprivate var isReading: Bool {
        switch self {
        case .getDefaults, .listRoles, .listClients: true
        default: false
        }
    }
}
