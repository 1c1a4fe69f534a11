import Support
import Testing

@testable import Tracking

@Suite("Timing wheel")
struct TimingWheelTests {
    @Test("R2: every deadline comes out once, never early and at most one tick late, whatever the order of operations")
    func againstSortedList() {
        let tick = Int64(1) << TimingWheel.tickShift
        for seed in UInt64(1)...20 {
            var random = SeededGenerator(seed: seed)
            var now = Int64.random(in: 0...1_000_000_000_000, using: &random)
            var wheel = TimingWheel(capacity: 64, now: now)
            var deadlines = [Int64?](repeating: nil, count: 64)
            for _ in 0..<4_000 {
                let slot = Int32.random(in: 0..<64, using: &random)
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<5:
                    let deadline = now + Int64.random(in: 1...200 * tick, using: &random)
                    deadlines[Int(slot)] = deadline
                    wheel.schedule(slot, at: deadline)
                case 5:
                    deadlines[Int(slot)] = nil
                    wheel.cancel(slot)
                default:
                    // Now and then a gap of hours, longer than many turns.
                    now += random.chance(0.02) ? 40_000 * tick : Int64.random(in: 0...3 * tick, using: &random)
                    if let due = wheel.nextDue, let least = deadlines.compactMap({ $0 }).min() {
                        #expect(due >= least && due < least + tick, "seed \(seed)")
                    }
                    while let popped = wheel.popDue(now: now) {
                        guard let deadline = deadlines[Int(popped)] else {
                            Issue.record("a cancelled slot came out, seed \(seed)")
                            return
                        }
                        #expect(deadline <= now, "seed \(seed)")
                        deadlines[Int(popped)] = nil
                    }
                    for case let deadline? in deadlines { #expect(deadline > now - tick, "seed \(seed)") }
                }
            }
        }
    }

    @Test("A deadline beyond one turn comes out after the turn, so that its owner can set it again")
    func beyondOneTurn() {
        let turn = TimingWheel.ticks << TimingWheel.tickShift
        var wheel = TimingWheel(capacity: 4, now: 0)
        wheel.schedule(2, at: 5 * turn)
        var visits = 0
        var now: Int64 = 0
        while now < 5 * turn {
            now += turn / 7
            while let slot = wheel.popDue(now: now) {
                visits += 1
                if now < 5 * turn { wheel.schedule(slot, at: 5 * turn) }
            }
        }
        #expect((5...6).contains(visits))
        #expect(wheel.nextDue == nil)
    }
}
