import Schema
import Support
import Testing

@testable import LifecycleService

@Suite("Policy automatic")
struct StandingOrderTests {
    @Test("D4: manual starts nothing, whatever happens")
    func manual() {
        var subject = PolicyNode(automatic: false)
        subject.began(.idle)
        subject.feed(.start(nil))
        subject.feed(.identityReady(attempt: 1))
        subject.feed(.scanFailed(attempt: 1, .off))
        subject.feed(.recovered(.adapter))
        #expect(subject.order.due == nil)
    }

    @Test("D4: automatic starts at boot")
    func boot() {
        var subject = PolicyNode(automatic: true)
        subject.began(.idle)
        let starts = subject.startsDue()
        #expect(starts == 1, "once")
    }

    @Test("D4: a running node found at boot is left alone")
    func runningAtBoot() {
        var subject = PolicyNode(automatic: true)
        subject.began(.running)
        #expect(subject.order.due == nil)
    }

    @Test("D4: automatic starts on ready, after a jittered wait, not before")
    func ready() {
        var subject = PolicyNode(automatic: true)
        subject.run(to: .scanFailed(attempt: 1, .off))
        #expect(subject.order.due == nil, "H13: nothing retries by itself")
        subject.feed(.recovered(.adapter))
        let early = subject.startsDue()
        #expect(early == 0)
        subject.pass(.seconds(1))
        let starts = subject.startsDue()
        #expect(starts == 1)
    }

    @Test("D4: automatic starts after a forced stop")
    func forced() {
        var subject = PolicyNode(automatic: true)
        subject.run(to: .scanning(attempt: 1))
        subject.feed(.lost(attempt: 1, .off))
        subject.pass(.seconds(1))
        let starts = subject.startsDue()
        #expect(starts == 1)
    }

    @Test("D4, D5: automatic starts again after its certificate has expired")
    func expired() {
        var subject = PolicyNode(automatic: true)
        subject.run(to: .scanning(attempt: 1))
        subject.feed(.identityLost(BeaconBusError(.certificateExpired, reason: "r", suggestion: "s")))
        subject.pass(.seconds(1))
        let starts = subject.startsDue()
        #expect(starts == 1)
    }

    @Test("A revoked node does not come back by itself, until somebody asks for it")
    func revoked() {
        var subject = PolicyNode(automatic: true)
        subject.run(to: .scanning(attempt: 1))
        subject.feed(.identityLost(BeaconBusError(.certificateRevoked, reason: "r", suggestion: "s")))
        subject.pass(.seconds(86_400))
        let starts = subject.startsDue()
        #expect(starts == 0)
        #expect(subject.order.resting)
    }

    @Test("D4: the end of a source ends the work until the next start request")
    func sourceEnded() {
        var subject = PolicyNode(automatic: true)
        subject.run(to: .scanning(attempt: 1))
        subject.feed(.lost(attempt: 1, BeaconBusError(.sourceEnded, reason: "r", suggestion: "s")))
        subject.pass(.seconds(3_600))
        let starts = subject.startsDue()
        #expect(starts == 0)
        #expect(subject.order.resting)
        subject.request(start: true)
        #expect(!subject.order.resting)
    }

    @Test("D4: a requested stop holds; what breaks while stopping does not undo it")
    func requestedStop() {
        var subject = PolicyNode(automatic: true)
        subject.run(to: .scanning(attempt: 1))
        subject.request(start: false)
        subject.feed(.stop(nil))
        subject.feed(.lost(attempt: 1, .off))
        subject.pass(.seconds(3_600))
        let starts = subject.startsDue()
        #expect(starts == 0)
    }

    @Test("D4: a requested stop holds over a restart of the process, not over a boot")
    func resting() {
        var order = StandingOrder(automatic: true, resting: true)
        order.began(.idle, now: .zero)
        #expect(order.due == nil)
        order = StandingOrder(automatic: true, resting: false)
        order.began(.idle, now: .zero)
        #expect(order.due != nil)
    }

    @Test("D4: the wait doubles while starts fail, is random, bounded, and short again after a run that lasted")
    func backoff() {
        let backoff = StartBackoff()
        var generator = SeededGenerator(seed: 4)
        var previous = Duration.zero
        for starts in 1...200 {
            let wait = backoff.wait(before: starts, using: &generator)
            #expect(wait <= backoff.greatest)
            #expect(wait >= min(.milliseconds(500), backoff.greatest / 2))
            if starts < 8 { #expect(wait * 4 >= previous) }
            previous = wait
        }
        #expect(previous >= backoff.greatest / 2)

        var subject = PolicyNode(automatic: true)
        subject.run(to: .scanning(attempt: 1))
        subject.pass(.seconds(61))
        subject.feed(.lost(attempt: 1, .off))
        #expect(subject.order.due.map { $0 - subject.now <= .seconds(1) } ?? false)
    }
}

/// A machine and a standing order that follows it.
private struct PolicyNode {
    var machine = NodeStateMachine(session: 1)
    var order: StandingOrder
    var now = Instant.zero
    var generator = SeededGenerator(seed: 1)

    init(automatic: Bool) {
        order = StandingOrder(automatic: automatic)
    }

    mutating func began(_ state: NodeState) {
        order.began(state, now: now)
    }

    mutating func request(start: Bool) {
        order.requested(start: start)
    }

    mutating func feed(_ event: LifecycleEvent) {
        for action in machine.handle(event, now: now) {
            if case .announce(let transition) = action { order.note(transition, now: now, using: &generator) }
        }
    }

    mutating func run(to last: LifecycleEvent) {
        feed(.start(nil))
        feed(.identityReady(attempt: machine.attempt))
        feed(last)
    }

    mutating func pass(_ span: Duration) {
        now = now + span
    }

    /// How many starts the order makes now; asked twice.
    mutating func startsDue() -> Int {
        (order.take(now: now) ? 1 : 0) + (order.take(now: now) ? 1 : 0)
    }
}
