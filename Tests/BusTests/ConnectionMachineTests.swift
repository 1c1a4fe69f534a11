import Schema
import Testing

@testable import Bus

@Suite("The connection machine")
struct ConnectionMachineTests {
    typealias Machine = ConnectionMachine

    static let now = Instant(nanoseconds: 1_000_000_000_000)
    static let broken = BeaconBusError(.connectionLost, reason: "test", suggestion: "none")

    private func machine(
        session: UInt64 = 100, ownState: Bool = true, seed: UInt64 = 1, quiet: Bool = false
    ) -> Machine {
        var machine = Machine(session: session, hasOwnState: ownState, limits: BusLimits(), seed: seed)
        if !quiet { machine.wroteOwnState() }
        return machine
    }

    /// A machine that has become ready.
    private func ready(ownState: Bool = true, _ now: Instant = now) -> Machine {
        var machine = machine(ownState: ownState)
        _ = machine.start(now)
        for event: Machine.Event in [.accepted, .ownGranted, .markerReturned, .filtersGranted] {
            _ = machine.handle(event, now)
        }
        #expect(machine.isReady)
        return machine
    }

    private func kinds(_ actions: [Machine.Action]) -> [BusFailure.Kind] {
        actions.compactMap { if case .report(let failure) = $0 { failure.kind } else { nil } }
    }

    @Test("A connection is made in order: connect, own state, filters, ready")
    func order() {
        var machine = machine()
        #expect(machine.start(Self.now) == [.open(session: 100, connection: 1)])
        #expect(machine.handle(.accepted, Self.now) == [.subscribeOwn])
        #expect(machine.handle(.ownGranted, Self.now) == [.sendMarker])
        #expect(machine.handle(.markerReturned, Self.now) == [.subscribeFilters])
        #expect(machine.handle(.filtersGranted, Self.now) == [.ready])
    }

    @Test("A client without own state reads none")
    func withoutOwnState() {
        var machine = machine(ownState: false)
        _ = machine.start(Self.now)
        #expect(machine.handle(.accepted, Self.now) == [.subscribeOwn])
        #expect(machine.handle(.ownGranted, Self.now) == [.subscribeFilters])
    }

    @Test(
        "D7: own state of a higher session raises the session before anything is published; a lower one does not",
        arguments: [(99, nil), (100, 101), (101, 102), (5_000, 5_001), (1 << 53 - 1, nil), (UInt64.max, nil)]
            as [(UInt64, UInt64?)])
    func raise(found: UInt64, raised: UInt64?) {
        var machine = machine()
        _ = machine.start(Self.now)
        _ = machine.handle(.accepted, Self.now)
        _ = machine.handle(.ownGranted, Self.now)
        #expect(machine.handle(.ownState(Machine.Stamp(session: found, seq: 1)), Self.now).isEmpty)
        let actions = machine.handle(.markerReturned, Self.now)
        guard let raised else { return #expect(actions == [.subscribeFilters]) }
        #expect(actions == [.adopt(session: raised)])
        #expect(
            machine.handle(.adopted, Self.now)
                == [.close(publishingWill: false), .open(session: raised, connection: 1)])
        #expect(machine.session == raised)
    }

    @Test("A session that cannot be stored is not used: the connection waits for a trial commit")
    func adoptFails() {
        var machine = machine()
        _ = machine.start(Self.now)
        for event: Machine.Event in [
            .accepted, .ownGranted, .ownState(Machine.Stamp(session: 200, seq: 1)), .markerReturned,
        ] {
            _ = machine.handle(event, Self.now)
        }
        let actions = machine.handle(.adoptFailed(Self.broken), Self.now)
        #expect(actions.first == .abort)
        #expect(kinds(actions) == [.commitFailed])
        #expect(machine.session == 100)
    }

    @Test("Each step that makes no progress ends at its deadline and is tried again after the back-off")
    func deadlines() {
        let steps: [[Machine.Event]] = [
            [], [.accepted], [.accepted, .ownGranted], [.accepted, .ownGranted, .markerReturned],
        ]
        for events in steps {
            var machine = machine()
            _ = machine.start(Self.now)
            for event in events { _ = machine.handle(event, Self.now) }
            #expect(machine.deadline == Self.now + .seconds(10))
            #expect(machine.timer(Self.now + .seconds(9)).isEmpty)
            let actions = machine.timer(Self.now + .seconds(10))
            #expect(actions.first == .abort)
            #expect(kinds(actions) == [.unreachable])
            let retry = machine.deadline ?? .distantFuture
            #expect(machine.timer(retry) == [.open(session: 100, connection: 2)])
        }
    }

    @Test("The back-off doubles from 0.2 s to 30 s with jitter in its upper half")
    func backoff() {
        var machine = machine()
        var now = Self.now
        _ = machine.start(now)
        var expected: Int64 = 200_000_000
        for _ in 0..<12 {
            _ = machine.handle(.failed(.unreachable, Self.broken), now)
            let wait = (machine.deadline ?? now).nanoseconds(since: now)
            #expect((expected / 2...expected).contains(wait))
            expected = min(expected * 2, 30_000_000_000)
            now = machine.deadline ?? now
            _ = machine.timer(now)
        }
    }

    @Test("A connection that stood for 10 s begins the back-off anew; one that did not does not")
    func backoffReset() {
        for (stood, limit) in [(Duration.seconds(10), Int64(200_000_000)), (.seconds(1), 800_000_000)] {
            var machine = machine()
            _ = machine.start(Self.now)
            for _ in 0..<2 {
                _ = machine.handle(.failed(.unreachable, Self.broken), Self.now)
                _ = machine.timer(machine.deadline ?? Self.now)
            }
            for event: Machine.Event in [.accepted, .ownGranted, .markerReturned, .filtersGranted] {
                _ = machine.handle(event, Self.now)
            }
            let end = Self.now + stood
            _ = machine.handle(.failed(.lost, Self.broken), end)
            let wait = (machine.deadline ?? end).nanoseconds(since: end)
            #expect((limit / 2...limit).contains(wait), "after \(stood)")
        }
    }

    @Test(
        "Refusals only a person can change are tried again slowly and named",
        arguments: [
            BusFailure.Kind.unauthorised, .subscriptionRefused, .untrusted,
        ])
    func slow(kind: BusFailure.Kind) {
        var machine = machine()
        _ = machine.start(Self.now)
        let actions = machine.handle(.failed(kind, Self.broken), Self.now)
        #expect(kinds(actions) == [kind])
        let wait = (machine.deadline ?? Self.now).nanoseconds(since: Self.now)
        #expect((30_000_000_000...60_000_000_000).contains(wait))
    }

    @Test("R9: own state of a session we did not write, three times in a minute, ends in one try every 10 minutes")
    func rival() {
        var machine = machine()
        var now = Self.now
        var actions = machine.start(now)
        for round in 1...3 {
            #expect(actions.contains(.open(session: machine.session, connection: 1)), "round \(round)")
            for event: Machine.Event in [
                .accepted, .ownGranted, .ownState(Machine.Stamp(session: machine.session + 5, seq: 1)),
            ] {
                _ = machine.handle(event, now)
            }
            actions = machine.handle(.markerReturned, now)
            guard round < 3 else { break }
            actions = machine.handle(.adopted, now)
            now = now + .seconds(10)
        }
        #expect(kinds(actions) == [.clientIDInUse])
        let wait = (machine.deadline ?? now).nanoseconds(since: now)
        #expect((600_000_000_000...630_000_000_000).contains(wait))
        // One more sign after ten minutes is enough.
        now = machine.deadline ?? now
        #expect(machine.timer(now).count == 1)
        _ = machine.handle(.accepted, now)
        _ = machine.handle(.ownGranted, now)
        _ = machine.handle(.ownState(Machine.Stamp(session: machine.session + 1, seq: 1)), now)
        #expect(kinds(machine.handle(.markerReturned, now)) == [.clientIDInUse])
    }

    @Test("R9: the one of two that goes on says so, too: a session above its own that was written while it lived")
    func overtaken() {
        var machine = machine()
        _ = machine.start(Self.now)
        var told: [[BusFailure.Kind]] = []
        for _ in 0..<2 {
            for event: Machine.Event in [
                .accepted, .ownGranted, .ownState(Machine.Stamp(session: machine.session + 5, seq: 1)), .markerReturned,
            ] {
                _ = machine.handle(event, Self.now)
            }
            told.append(kinds(machine.handle(.adopted, Self.now)))
        }
        #expect(told == [[], [.takenOver]], "the first may be what its own former start left behind")
    }

    @Test("R9: three foreign sessions in more than a minute are no rival")
    func slowRival() {
        var machine = machine()
        var now = Self.now
        _ = machine.start(now)
        for _ in 0..<6 {
            for event: Machine.Event in [
                .accepted, .ownGranted, .ownState(Machine.Stamp(session: machine.session + 5, seq: 1)),
            ] {
                _ = machine.handle(event, now)
            }
            let actions = machine.handle(.markerReturned, now)
            #expect(kinds(actions).isEmpty)
            _ = machine.handle(.adopted, now)
            now = now + .seconds(31)
        }
    }

    @Test("R9: being taken over three times in a minute is a rival, too; a quiet connection clears the suspicion")
    func takenOver() {
        var machine = ready()
        var now = Self.now
        for round in 1...3 {
            let actions = machine.handle(.failed(.takenOver, Self.broken), now)
            #expect(kinds(actions) == [round < 3 ? .takenOver : .clientIDInUse])
            now = machine.deadline ?? now
            _ = machine.timer(now)
            for event: Machine.Event in [.accepted, .ownGranted, .markerReturned, .filtersGranted] {
                _ = machine.handle(event, now)
            }
        }
        let calm = machine.deadline ?? now
        #expect(calm == now + .seconds(10))
        _ = machine.timer(calm)
        #expect(machine.deadline == nil)
        #expect(kinds(machine.handle(.failed(.takenOver, Self.broken), calm)) == [.takenOver])
    }

    @Test("A lower session is that of an earlier start, unless its state is newer than when it was read before")
    func livingPredecessor() {
        var machine = machine()
        var now = Self.now
        _ = machine.start(now)
        let states: [(seq: UInt64, isRival: Bool)] = [(50, false), (50, false), (10, false), (51, true), (51, false)]
        for (seq, isRival) in states {
            for event: Machine.Event in [.accepted, .ownGranted, .ownState(Machine.Stamp(session: 99, seq: seq))] {
                _ = machine.handle(event, now)
            }
            let actions = machine.handle(.markerReturned, now)
            #expect(kinds(actions) == (isRival ? [.takenOver] : []), "state \(seq)")
            if !isRival { _ = machine.handle(.failed(.lost, Self.broken), now) }
            now = machine.deadline ?? now
            _ = machine.timer(now)
        }
    }

    @Test("A quiet newcomer that finds newer own state than before was taken over, whatever its session")
    func quietNewcomer() {
        for (session, seq) in [(99, 51), (150, 1)] as [(UInt64, UInt64)] {
            var machine = machine(quiet: true)
            _ = machine.start(Self.now)
            for event: Machine.Event in [.accepted, .ownGranted, .ownState(Machine.Stamp(session: 99, seq: 50))] {
                _ = machine.handle(event, Self.now)
            }
            #expect(kinds(machine.handle(.markerReturned, Self.now)).isEmpty)
            _ = machine.handle(.failed(.lost, Self.broken), Self.now)
            _ = machine.timer(machine.deadline ?? Self.now)
            for event: Machine.Event in [.accepted, .ownGranted, .ownState(Machine.Stamp(session: session, seq: seq))] {
                _ = machine.handle(event, Self.now)
            }
            #expect(kinds(machine.handle(.markerReturned, Self.now)) == [.takenOver], "session \(session)")
            #expect(machine.session == 100)
        }
    }

    @Test("A failed commit ends the connection without a byte and comes back when a trial commit works")
    func commitFailed() {
        var machine = ready()
        let actions = machine.handle(.commitFailed(Self.broken), Self.now)
        #expect(actions.first == .abort)
        #expect(kinds(actions) == [.commitFailed])
        var now = machine.deadline ?? Self.now
        #expect(machine.timer(now) == [.probe])
        #expect(machine.handle(.probeFailed, now).isEmpty)
        now = machine.deadline ?? now
        #expect(machine.timer(now) == [.probe])
        #expect(machine.handle(.probeWorked, now) == [.open(session: 100, connection: 2)])
    }

    @Test("A graceful stop drains, says goodbye with the will, and is the last word")
    func stop() {
        var machine = ready()
        #expect(machine.stop(Self.now).isEmpty)
        #expect(machine.deadline == Self.now + .seconds(2))
        #expect(machine.handle(.drained, Self.now) == [.close(publishingWill: true), .finished])
        #expect(machine.stop(Self.now).isEmpty)
        #expect(machine.timer(.distantFuture).isEmpty)
        var stuck = ready()
        _ = stuck.stop(Self.now)
        #expect(stuck.timer(Self.now + .seconds(2)) == [.close(publishingWill: true), .finished])
    }

    @Test("Random strings of events never break the rules of the machine", arguments: 0..<40 as Range<UInt64>)
    func random(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var machine = machine(ownState: seed % 2 == 0, seed: seed)
        var now = Self.now
        var model = MachineModel()
        model.check(machine.start(now), machine, now, "start, seed \(seed)")
        for step in 0..<2_000 {
            now = now.advanced(byNanoseconds: Int64.random(in: 0...3_000_000_000, using: &random))
            let what: String
            let actions: [Machine.Action]
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<14:
                let event = Self.events(machine).randomElement(using: &random) ?? .drained
                what = "\(event)"
                actions = machine.handle(event, now)
            case 14:
                let sameClient = Bool.random(using: &random)
                what = "use \(sameClient)"
                actions = machine.use(sameClient: sameClient, now)
            case 15..<19:
                what = "timer"
                if let deadline = machine.deadline { now = max(now, deadline) }
                actions = machine.timer(now)
            default:
                guard step > 1_900 else { continue }
                what = "stop"
                actions = machine.stop(now)
            }
            model.check(actions, machine, now, "\(what), step \(step), seed \(seed)")
        }
    }

    private static func events(_ machine: Machine) -> [Machine.Event] {
        [
            .accepted, .ownGranted, .ownState(Machine.Stamp(session: machine.session + 3, seq: 1)), .markerReturned,
            .filtersGranted,
            .accepted, .ownGranted, .markerReturned, .filtersGranted, .adopted, .adoptFailed(broken),
            .failed(.lost, broken), .failed(.takenOver, broken), .failed(.unauthorised, broken),
            .commitFailed(broken), .probeWorked, .probeFailed, .drained,
        ]
    }
}

/// What every sequence of actions must obey.
struct MachineModel {
    private var isOpen = false
    private var isReady = false
    private var isFinished = false
    private var numbers: (session: UInt64, connection: UInt64) = (0, 0)

    mutating func check(
        _ actions: [ConnectionMachine.Action], _ machine: ConnectionMachine, _ now: Instant, _ at: String
    ) {
        for action in actions {
            #expect(!isFinished, "nothing after the end: \(action) at \(at)")
            switch action {
            case .open(let session, let connection):
                #expect(!isOpen, "one connection at a time, \(at)")
                #expect((session, connection) > numbers, "numbers rise, \(at)")
                numbers = (session, connection)
                isOpen = true
                isReady = false
            case .abort, .close:
                isOpen = false
                isReady = false
            case .ready:
                #expect(isOpen && !isReady, "ready once a connection, \(at)")
                isReady = true
            case .subscribeOwn, .sendMarker, .subscribeFilters, .adopt:
                #expect(isOpen && !isReady, "\(action) belongs to an opening connection, \(at)")
            case .report(let failure):
                #expect(!isOpen, "reported after it ended, \(at)")
                let isAtOnce = machine.state.isConnecting && failure.retryAt == now
                #expect(failure.retryAt == machine.deadline || isAtOnce, "the report names the next attempt, \(at)")
            case .probe, .changeIdentity:
                #expect(!isOpen, "\(action) at \(at)")
            case .finished:
                isFinished = true
            }
        }
        #expect(machine.isOpen == isOpen, "\(machine.state) at \(at)")
        #expect(isReady == machine.isReady || machine.state.isDraining, "\(at)")
        if !isFinished, !machine.isReady { #expect(machine.deadline != nil, "never stuck: \(machine.state) at \(at)") }
    }
}

extension ConnectionMachine.State {
    fileprivate var isDraining: Bool {
        switch self {
        case .stopping, .switching: true
        default: false
        }
    }

    fileprivate var isConnecting: Bool { if case .connecting = self { true } else { false } }
}
