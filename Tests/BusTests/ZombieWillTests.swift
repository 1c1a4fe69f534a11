import Bus
import Schema
import Support
import Testing

@Suite("Late wills and zombies")
struct ZombieWillTests {
    static let lost = "beaconbus/home/nodes/kitchen/lost"

    @Test(
        "D7, T14: whatever is frozen, killed, wiped, restarted or connects under its other name, the last word is right",
        arguments: 0..<300 as Range<UInt64>)
    func lastWord(seed: UInt64) throws {
        var life = NodeLife(seed: seed)
        for step in 0..<60 {
            life.step()
            // A consumer that looks when nothing is under way is never told that a connected node is gone.
            if let judged = try life.judgement(), life.isConnected {
                #expect(!judged, "seed \(seed), step \(step): \(life.log.suffix(12))")
            }
        }
        life.end()
        // Who followed the wills, as dispatch and presence do, knows the end, too. Who comes later reads one retained
        // will, and a zombie of an earlier session under the node's other name may have put its own there: a node that
        // is gone then looks present until its next start; the other way round never.
        #expect(life.followed() == !life.isConnected, "seed \(seed): \(life.log.suffix(20))")
        #expect(life.rivals.isEmpty, "seed \(seed): nobody else ever had this name: \(life.rivals)")
    }

    @Test("Runs end in each way, or they prove little")
    func variety() throws {
        var connected = 0
        var late = 0
        for seed in 0..<300 as Range<UInt64> {
            var life = NodeLife(seed: seed)
            for _ in 0..<60 { life.step() }
            late += life.lateWills
            life.end()
            if life.isConnected { connected += 1 }
        }
        #expect(connected > 60 && connected < 290, "\(connected)")
        #expect(late > 30, "wills that came after the next birth: \(late)")
    }

    @Test("R16, T16: a node whose data folder was wiped begins with session 1 and ends above all it ever was")
    func wiped() throws {
        let bus = VirtualBus()
        bus.inject(Fixture.state, #"{"v":1,"session":217000000,"seq":99}"#, retain: true)
        bus.inject(Self.lost, #"{"v":1,"session":217000000,"connection":7}"#, retain: true)
        var configuration = Fixture.configuration(session: 1)
        configuration.clientID = IdentityChangeTests.boot
        let client = bus.join(configuration) { _ in NodeLife.handler() }
        client.perform { _, link in
            link.use(BusIdentity(clientID: IdentityChangeTests.node, broker: configuration.broker))
        }
        #expect(client.handler.adopted == [217_000_001])
        #expect(client.handler.connections.map(\.connection) == [1, 2])
        let state = try MessageCoder.decode(
            Lost.self, try #require(bus.broker.retainedMessage(Fixture.state)).payload
        ).body
        #expect(state == Lost(session: 217_000_001, connection: 2))
        #expect(client.handler.failures.map(\.kind) == [.identityChanged])
    }
}

/// The life of one node: processes that follow each other, some of which linger as zombies at the broker.
private struct NodeLife {
    private let bus: VirtualBus
    private let wills: VirtualTap
    private var random: SeededGenerator
    private var live: VirtualClient<TestHandler>?
    /// Frozen processes that the broker has not given up yet.
    private var zombies: [VirtualClient<TestHandler>] = []
    private var everybody: [VirtualClient<TestHandler>] = []
    private var stored: UInt64 = 100
    private(set) var log: [String] = []
    private(set) var lateWills = 0

    init(seed: UInt64) {
        bus = VirtualBus(seed: seed)
        random = SeededGenerator(seed: seed)
        wills = bus.tap(ZombieWillTests.lost)
    }

    static func handler() -> TestHandler {
        let handler = TestHandler()
        handler.onConnected = { link in
            try? link.setRetained(
                .nodeState(Fixture.kitchen), Lost(session: link.session, connection: link.connection))
        }
        return handler
    }

    var isConnected: Bool { live?.link.isConnected ?? false }

    /// What made one of the processes think of a rival.
    var rivals: [BusFailure] {
        everybody.flatMap(\.handler.failures).filter { $0.kind == .takenOver || $0.kind == .clientIDInUse }
    }

    /// Whether a consumer of state and lost takes the node for gone; nil if there is no state.
    func judgement() throws -> Bool? {
        guard let state = bus.broker.retainedMessage(Fixture.state) else { return nil }
        guard let lost = bus.broker.retainedMessage(ZombieWillTests.lost) else { return false }
        let birth = try MessageCoder.decode(Lost.self, state.payload).body
        let death = try MessageCoder.decode(Lost.self, lost.payload).body
        return (death.session, death.connection) >= (birth.session, birth.connection)
    }

    /// The same for one who has heard every will: the newest counts (D7).
    func followed() -> Bool? {
        guard let state = bus.broker.retainedMessage(Fixture.state),
            let birth = try? MessageCoder.decode(Lost.self, state.payload).body
        else { return nil }
        return wills.bodies(Lost.self).contains { death in
            (death.session, death.connection) >= (birth.session, birth.connection)
        }
    }

    mutating func step() {
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<3 where live == nil: begin()
        case 3:
            note("kill")
            live?.kill()
            remember()
        case 4:
            note("stop")
            live?.stop()
            remember()
        case 5:
            note("freeze")
            if let live {
                live.freeze()
                zombies.append(live)
                remember()
            }
        case 6: giveUp()
        case 7, 8:
            guard let live else { break }
            let boot = live.link.clientID == IdentityChangeTests.node
            note("use \(boot ? "boot" : "n")")
            let identity = BusIdentity(
                clientID: boot ? IdentityChangeTests.boot : IdentityChangeTests.node, broker: live.link.identity.broker)
            live.perform { _, link in link.use(identity) }
        case 9:
            note("cut")
            live?.cut()
            bus.advance(.seconds(1))
        default:
            let seconds = Int.random(in: 0...20, using: &random)
            note("wait \(seconds)")
            bus.advance(.seconds(seconds))
        }
    }

    /// Everything comes to its end: reconnects are made, zombies are given up.
    mutating func end() {
        bus.advance(.seconds(60))
        while !zombies.isEmpty { giveUp() }
        bus.advance(.seconds(60))
        // A node that never was says nothing.
        if bus.broker.retainedMessage(Fixture.state) == nil { begin() }
        bus.advance(.seconds(60))
    }

    private mutating func begin() {
        if Int.random(in: 0..<6, using: &random) == 0 { stored = 0 }
        stored += 1
        var configuration = Fixture.configuration(session: stored)
        configuration.clientID =
            Bool.random(using: &random) ? IdentityChangeTests.boot : IdentityChangeTests.node
        note("begin \(configuration.clientID) with \(stored)")
        let client = bus.join(configuration) { _ in Self.handler() }
        live = client
        everybody.append(client)
    }

    private mutating func giveUp() {
        guard let index = zombies.indices.randomElement(using: &random) else { return }
        let zombie = zombies.remove(at: index)
        let before = bus.broker.retainedMessage(ZombieWillTests.lost)?.payload
        zombie.cut()
        zombie.kill()
        note("give up \(zombie.link.session).\(zombie.link.connection)")
        let after = bus.broker.retainedMessage(ZombieWillTests.lost)?.payload
        if after != before, isConnected { lateWills += 1 }
    }

    private mutating func remember() {
        if let session = live?.link.session { stored = max(stored, session) }
        live = nil
    }

    private mutating func note(_ what: String) { log.append(what) }
}
