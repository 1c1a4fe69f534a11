internal import Glibc
import Schema
import Support
import Testing

@testable import LifecycleService

@Suite("Life cycle: event strings")
struct EventStringTests {
    /// Every string of a length over the whole alphabet, sharing prefixes: 19^4 = 130,321 in the default.
    @Test("Invariants 4–7 and 10 hold for every event string of a length (H3–H24, R19)")
    func exhaustive() {
        let depth = number("BEACONBUS_LIFECYCLE_DEPTH") ?? 4
        var leaves = 0
        var failure: String?
        explore(CheckedMachine(), [], depth, &leaves, &failure)
        #expect(failure == nil)
        #expect(leaves > 1_000)
    }

    /// `BEACONBUS_LIFECYCLE_STRINGS=1000000` checks a million in a release build within seconds.
    @Test("Invariants 4–7 and 10 hold for long random event strings, restarts included")
    func random() {
        let count = number("BEACONBUS_LIFECYCLE_STRINGS") ?? 5_000
        let seed = UInt64(number("BEACONBUS_SEED") ?? 20_261_130)
        var generator = SeededGenerator(seed: seed)
        var outcomes = 0
        for string in 0..<count {
            var subject = CheckedMachine()
            var steps: [Int] = []
            for _ in 0..<24 {
                // Half of the steps are the ones a healthy node sees, so that strings get far.
                let range = Bool.random(using: &generator) ? 10 : CheckedMachine.alphabet
                let choice = Int.random(in: 0..<range, using: &generator)
                steps.append(choice)
                subject.step(choice)
            }
            subject.drain()
            outcomes += subject.checker.outcomes
            let clean = subject.checker.violations.isEmpty && subject.checker.openRequests == 0
            #expect(clean, "seed \(seed), string \(string): \(steps): \(subject.checker.violations)")
            if !clean { return }
        }
        #expect(outcomes > count)
    }

    private func explore(
        _ subject: CheckedMachine, _ steps: [Int], _ depth: Int, _ leaves: inout Int, _ failure: inout String?
    ) {
        guard failure == nil else { return }
        guard depth > 0 else {
            leaves += 1
            var end = subject
            end.drain()
            if !end.checker.violations.isEmpty || end.checker.openRequests != 0 {
                failure = "\(steps): \(end.checker.violations), open \(end.checker.openRequests)"
            }
            return
        }
        for choice in 0..<CheckedMachine.alphabet {
            var next = subject
            next.step(choice)
            explore(next, steps + [choice], depth - 1, &leaves, &failure)
        }
    }

    private func number(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }
    }
}
