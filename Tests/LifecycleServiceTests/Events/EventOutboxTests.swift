import Bus
import Schema
import Testing

@testable import LifecycleService

@Suite("Announcements on their way")
struct EventOutboxTests {
    @Test("A unit is done when the broker has acknowledged each of its parts, whatever the order")
    func parts() {
        var outbox = EventOutbox()
        let unit = outbox.add(transition(changed: true))
        outbox.attach(reply())
        for index in [OutboxPart.firstReply, OutboxPart.stateChanged] {
            let result = outbox.acknowledged(OutboxPart(number: unit.number, index: index).token)
            #expect(result?.isDone == false)
        }
        _ = outbox.acknowledged(OutboxPart(number: unit.number, index: OutboxPart.stateChanged).token)
        let last = outbox.acknowledged(OutboxPart(number: unit.number, index: OutboxPart.specific).token)
        #expect(last?.isDone == true)
        #expect(outbox.units.isEmpty)
    }

    @Test("An acknowledgement of something unknown is ignored")
    func unknown() {
        var outbox = EventOutbox()
        _ = outbox.add(transition(changed: false))
        #expect(outbox.acknowledged(PublishToken(0)) == nil)
        #expect(outbox.acknowledged(PublishToken(.max)) == nil)
        #expect(outbox.units.count == 1)
    }

    @Test("R12: too many drop the oldest, counted; numbers go on rising")
    func bounded() {
        var outbox = EventOutbox()
        for _ in 0..<300 { _ = outbox.add(transition(changed: true)) }
        #expect(outbox.units.count == EventOutbox.greatestCount)
        #expect(outbox.dropped == 300 - UInt64(EventOutbox.greatestCount))
        #expect(outbox.units.map(\.number) == Array((301 - UInt64(EventOutbox.greatestCount))...300))
    }

    @Test("A number is never given twice, over restarts, though not each is stored")
    func reservation() {
        var outbox = EventOutbox()
        var stored = outbox
        var given: Set<UInt64> = []
        for round in 0..<500 {
            #expect(given.insert(outbox.take()).inserted)
            if outbox.needsStoring {
                outbox.reserve()
                stored = outbox
            }
            if round % 7 == 0 {
                outbox = stored
                outbox.restore()
            }
        }
    }

    private func transition(changed: Bool) -> Transition {
        Transition(
            view: NodeStateMachine(session: 1).view, changed: changed, specific: .stopped(nil), attempt: 1, run: nil,
            requests: [])
    }

    private func reply() -> OutboxReply {
        OutboxReply(
            address: ReplyAddress(topic: "t", id: nil), outcome: .stopped(nil), attempt: 1, run: nil)
    }
}
