import Schema
import Testing

@testable import Bluetooth

@Suite struct DeafnessWatchTests {
    private let start = Instant(nanoseconds: 5_000_000_000)

    @Test("R5: a quiet place is never suspected")
    func quiet() {
        var watch = DeafnessWatch(silence: .seconds(90), seed: 1)
        #expect(watch.deadline == nil)
        #expect(watch.advance(to: start + .seconds(1_000_000)) == nil && !watch.isSilent)
        // Nor one where something was heard before the source was opened anew.
        watch.heard(at: start)
        watch.reset()
        #expect(watch.deadline == nil && watch.advance(to: start + .seconds(1_000_000)) == nil)
    }

    @Test(
        "R5: silence where something was heard climbs the ladder with growing pauses, then it is given up",
        arguments: 1...20)
    func ladder(seed: UInt64) {
        var watch = DeafnessWatch(silence: .seconds(90), seed: seed)
        watch.heard(at: start)
        #expect(watch.deadline == start + .seconds(90))
        #expect(watch.advance(to: start + .milliseconds(89_999)) == nil && !watch.isSilent)
        var steps: [DeafnessWatch.Step] = []
        var pauses: [Duration] = []
        var now = start
        while let due = watch.deadline, steps.count < 10 {
            pauses.append(due - now)
            now = due
            guard let step = watch.advance(to: now) else { break }
            steps.append(step)
            #expect(watch.isSilent)
        }
        #expect(steps.dropLast() == [.restartScan, .restartScan, .resetController, .resetController])
        guard case .giveUp(let error)? = steps.last else {
            Issue.record("not given up")
            return
        }
        #expect(error.code == .scannerSilent)
        // 90 s, then so much again, twice, four times, eight times, each up to a quarter longer.
        for (pause, factor) in zip(pauses.dropFirst(), [1, 2, 4, 8]) {
            #expect(pause >= .seconds(90 * factor) && pause <= .seconds(90 * factor) * 1.25)
        }
        #expect(watch.advance(to: now + .seconds(1_000_000)) == nil)
    }

    @Test("R5: one report is enough to begin at the foot of the ladder again")
    func heardAgain() {
        var watch = DeafnessWatch(silence: .seconds(1), seed: 3)
        watch.heard(at: start)
        // Ten seconds are the least.
        #expect(watch.deadline == start + .seconds(10))
        #expect(watch.advance(to: start + .seconds(10)) == .restartScan)
        watch.heard(at: start + .seconds(15))
        #expect(!watch.isSilent && watch.deadline == start + .seconds(25))
        #expect(watch.advance(to: start + .seconds(25)) == .restartScan)
    }
}
