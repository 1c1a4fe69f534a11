import Support
import Testing

@testable import ServiceKit

@Suite("Order of ending")
struct ServiceGroupStateTests {
    typealias Action = ServiceGroupState.Action

    @Test("A stop asks one service at a time, last started first")
    func reverseOrder() {
        var state = ServiceGroupState(count: 3)
        #expect(state.stopRequested() == [.stop(2, step: 1)])
        #expect(state.ended(2, failed: false) == [.stop(1, step: 2)])
        #expect(state.ended(1, failed: false) == [.stop(0, step: 3)])
        #expect(state.ended(0, failed: false) == [.finish(stuck: [])])
        #expect(state.failed == nil)
    }

    @Test("One that ended by itself meanwhile is not asked")
    func endsOutOfTurn() {
        var state = ServiceGroupState(count: 3)
        #expect(state.stopRequested() == [.stop(2, step: 1)])
        #expect(state.ended(1, failed: false) == [])
        #expect(state.ended(2, failed: false) == [.stop(0, step: 2)])
    }

    @Test("A failure stops the others and is remembered")
    func failure() {
        var state = ServiceGroupState(count: 2)
        #expect(state.ended(0, failed: true) == [.stop(1, step: 1)])
        #expect(state.ended(1, failed: true) == [.finish(stuck: [])])
        #expect(state.failed == 0)
    }

    @Test("A return that is ignored changes nothing, unless it was the last service")
    func ignored() {
        var state = ServiceGroupState(count: 2)
        #expect(state.ended(0, failed: false, ignored: true) == [])
        #expect(state.ended(1, failed: false, ignored: true) == [.finish(stuck: [])])
    }

    @Test("A deadline cancels all that is left, a second one leaves them behind")
    func deadlines() {
        var state = ServiceGroupState(count: 3)
        #expect(state.stopRequested() == [.stop(2, step: 1)])
        #expect(state.ended(2, failed: false) == [.stop(1, step: 2)])
        #expect(state.deadline(1) == [], "an older step's deadline means nothing")
        #expect(state.deadline(2) == [.cancel([0, 1], step: 3)])
        #expect(state.ended(0, failed: false) == [])
        #expect(state.deadline(3) == [.finish(stuck: [1])])
        #expect(state.deadline(3) == [])
    }

    @Test("A second request cancels at once, a third changes nothing")
    func secondRequest() {
        var state = ServiceGroupState(count: 2)
        #expect(state.stopRequested() == [.stop(1, step: 1)])
        #expect(state.stopRequested() == [.cancel([0, 1], step: 2)])
        #expect(state.stopRequested() == [])
    }

    @Test("Whatever happens in whatever order, it finishes once, and asks none that has ended")
    func anyOrder() {
        for seed in 0..<2000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let count = Int.random(in: 1...5, using: &random)
            var state = ServiceGroupState(count: count)
            var alive = Set(0..<count)
            var finished = 0
            var lastStep = 0
            for _ in 0..<60 {
                let actions: [Action]
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    guard let index = alive.randomElement(using: &random) else { continue }
                    alive.remove(index)
                    actions = state.ended(
                        index, failed: Bool.random(using: &random), ignored: Bool.random(using: &random))
                case 1: actions = state.stopRequested()
                default: actions = state.deadline(Int.random(in: 0...lastStep, using: &random))
                }
                for action in actions {
                    #expect(finished == 0, "seed \(seed)")
                    switch action {
                    case .stop(let index, let step):
                        #expect(alive.contains(index), "seed \(seed)")
                        lastStep = step
                    case .cancel(let indices, let step):
                        #expect(Set(indices) == alive, "seed \(seed)")
                        lastStep = step
                    case .finish(let stuck):
                        #expect(Set(stuck) == alive, "seed \(seed)")
                        finished += 1
                    }
                }
            }
        }
    }
}
