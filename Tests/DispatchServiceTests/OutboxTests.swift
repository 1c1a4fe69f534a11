import Bus
import Testing

@testable import DispatchCore

@Suite("Outbox")
struct OutboxTests {
    @Test("Messages count as sent up to the first that is not acknowledged, and those go out again")
    func series() {
        var series = Outbox.Series()
        series.stored = 10
        #expect(series.room == 10)
        for number in Int64(1)...6 { series.hand(number) }
        for number in [Int64(1), 2, 4, 6] { series.acknowledged(number) }
        #expect(series.sent == 2 && series.room == 4)
        series.acknowledged(3)
        #expect(series.sent == 4)
        series.rewind(to: series.sent)
        #expect(series.handed == 4 && series.ever == 6)
        series.rewind(to: 1)
        #expect(series.sent == 1 && series.room == 9)
        series.rewind(to: 5)
        #expect(series.sent == 1)
    }

    @Test("The window bounds what is on its way; acknowledgements of both series are told apart")
    func window() {
        var outbox = Outbox()
        outbox.actions.stored = 10_000
        outbox.outcomes.stored = 10_000
        #expect(outbox.actions.room == Int(Outbox.window))
        for number in 1...Outbox.window { outbox.actions.hand(number) }
        #expect(outbox.actions.room == 0 && outbox.count == 20_000)
        outbox.settled(Outbox.token(1, isAction: true))
        outbox.settled(Outbox.token(1, isAction: false))
        outbox.settled(Outbox.token(1, isAction: false))
        #expect(outbox.actions.sent == 1 && outbox.outcomes.sent == 1 && outbox.count == 19_998)
    }
}
