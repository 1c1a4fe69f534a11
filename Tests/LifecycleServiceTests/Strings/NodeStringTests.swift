internal import Glibc
import Schema
import Support
import Testing

@testable import LifecycleService

/// Invariants 4–10 and 13 of requirements §5 over random strings of events, identity included.
///
/// The strings are the paths of random trees: those that begin alike share the work of their beginning, so that a
/// million of them takes 40 s of one core in a build without optimisation (25,000 strings/s were measured), on a thread
/// of its own. `BEACONBUS_NODE_STRINGS` says how many, `BEACONBUS_SEED` which.
@Suite("Life cycle with identity: event strings")
struct NodeStringTests {
    @Test(
        "Invariants 4–10, 13 and H33–H36, D3, D5, R19 hold for random event strings, restarts and late answers included"
    )
    func random() async {
        let wanted = number("BEACONBUS_NODE_STRINGS") ?? 1_000_000
        let seed = UInt64(number("BEACONBUS_SEED") ?? 20_261_130)
        let clock = ContinuousClock()
        let began = clock.now
        // Half a minute of it would hold up one of the few threads that all other tests share.
        let forest = await onThread {
            var forest = NodeForest(seed: seed)
            while forest.strings < wanted, forest.failure == nil { forest.grow() }
            return forest
        }
        let took = clock.now - began
        let seconds = Double(took.saturatedMilliseconds) / 1_000
        print(
            "\(forest.strings) event strings of \(NodeForest.length), \(forest.steps) steps in \(seconds) s: "
                + "\(Int(Double(forest.strings) / max(seconds, 0.001))) strings/s; "
                + "\(forest.outcomes) outcomes, \(forest.asks) questions, \(forest.readies) identities ready")
        if let failure = forest.failure {
            Issue.record("seed \(seed): \(Shrinking.report(setup: failure.setup, failure.steps))")
        }
        // Fewer are too few trees to say that they get everywhere.
        guard wanted >= 50_000 else { return }
        #expect(forest.outcomes > wanted / 10)
        #expect(forest.asks > wanted / 1_000)
        #expect(forest.readies > wanted / 1_000)
    }

    @Test("A broken promise would be found and shrunk to the steps that matter")
    func shrinks() {
        let noise = NodeStep(kind: .moment, parameter: 0)
        let steps = [noise, noise, NodeStep(kind: .tokenFile, parameter: 0), noise]
        let short = Shrinking.shrink(steps) { $0.contains { $0.kind == .tokenFile } }
        #expect(short == [NodeStep(kind: .tokenFile, parameter: 0)])
    }

    private func number(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }
    }
}

/// Grows random trees of events and judges each of their paths.
struct NodeForest: Sendable {
    /// Steps of a string.
    static let length = 32
    /// From here on every second step has two children: 2^12 strings a tree.
    private static let trunk = 8

    private(set) var strings = 0
    private(set) var steps = 0
    private(set) var outcomes = 0
    private(set) var asks = 0
    private(set) var readies = 0
    private(set) var failure: (setup: Int, steps: [NodeStep])?
    private var random: SeededGenerator
    private var trees = 0
    private var path: [NodeStep] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func grow() {
        let setup = trees % CheckedNode.setups
        trees += 1
        explore(CheckedNode(setup: setup), setup, 0)
    }

    private mutating func explore(_ subject: CheckedNode, _ setup: Int, _ depth: Int) {
        guard failure == nil else { return }
        guard depth < Self.length else {
            strings += 1
            outcomes += subject.checker.outcomes
            asks += subject.identity.asks
            readies += subject.identity.readies
            var end = subject
            end.drain()
            return judge(end, setup)
        }
        let children = depth >= Self.trunk && depth % 2 == 1 ? 2 : 1
        for _ in 0..<children where failure == nil {
            let step = NodeStep.random(using: &random)
            path.append(step)
            steps += 1
            var next = subject
            next.step(step)
            judge(next, setup)
            explore(next, setup, depth + 1)
            path.removeLast()
        }
    }

    private mutating func judge(_ subject: CheckedNode, _ setup: Int) {
        if !subject.isClean, failure == nil { failure = (setup, path) }
    }
}

/// Makes a failing string as short as it can be.
enum Shrinking {
    static func report(setup: Int, _ steps: [NodeStep]) -> String {
        let short = shrink(steps) { !violations(setup, $0).isEmpty }
        return "setup \(setup), \(short): \(violations(setup, short))"
    }

    static func violations(_ setup: Int, _ steps: [NodeStep]) -> [String] {
        var subject = CheckedNode(setup: setup)
        for step in steps { subject.step(step) }
        if subject.isClean { subject.drain() }
        return subject.violations
    }

    /// Leaves out ever smaller parts as long as the string still fails.
    static func shrink(_ steps: [NodeStep], fails: ([NodeStep]) -> Bool) -> [NodeStep] {
        var steps = steps
        var part = max(1, steps.count / 2)
        while true {
            var index = 0
            var hasShrunk = false
            while index < steps.count {
                let shorter = Array(steps[..<index] + steps[min(index + part, steps.count)...])
                if fails(shorter) {
                    steps = shorter
                    hasShrunk = true
                } else {
                    index += part
                }
            }
            if part == 1, !hasShrunk { return steps }
            part = max(1, part / 2)
        }
    }
}
