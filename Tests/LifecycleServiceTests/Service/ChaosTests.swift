import Bus
import Glibc
import Schema
import Support
import Testing

@testable import LifecycleService

/// A whole node under random commands, losses, restarts and kills of everything, judged by what reaches the bus.
@Suite("Lifecycle service: random faults")
struct ChaosTests {
    @Test("Invariants 4–7 and 10 hold on the bus over kills of lifecycle, scanner and broker (H3–H24, R8, R19)")
    func chaos() {
        let first = number("BEACONBUS_SEED") ?? 1
        let count = number("BEACONBUS_LIFECYCLE_RUNS") ?? 25
        var outcomes = 0
        for seed in first..<(first + count) {
            let run = ChaosRun(seed: UInt64(seed))
            run.play(steps: 60)
            outcomes += run.outcomes
            #expect(run.violations.isEmpty, "seed \(seed): \(run.violations)\n\(run.history.joined(separator: "\n"))")
            if !run.violations.isEmpty { return }
        }
        #expect(outcomes > count)
    }

    private func number(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }
    }
}

/// One random run.
class ChaosRun {
    let node: VirtualNode
    private let events: VirtualTap
    private let answers: VirtualTap
    var random: SeededGenerator
    private var asked: Set<String> = []
    private let firstState: NodeState
    private(set) var history: [String] = []
    var violations: [String] = []
    private(set) var outcomes = 0

    init(seed: UInt64, kit: IdentityKit? = nil) {
        random = SeededGenerator(seed: seed)
        node = VirtualNode(policy: Bool.random(using: &random) ? .automatic : .manual, seed: seed, kit: kit)
        firstState = node.state
        events = node.bus.tap("beaconbus/home/nodes/kitchen/events/+")
        answers = node.bus.tap("beaconbus-private/home/replies/op_anna/#")
    }

    func play(steps: Int) {
        for _ in 0..<steps { step() }
        finish()
        checkEvents()
        checkAnswers()
    }

    func step() {
        switch Int.random(in: 0..<26, using: &random) {
        case 0...5: ask("start")
        case 6...9: ask("stop")
        case 10:
            note("scanner killed")
            node.killScanner()
        case 11, 12:
            guard node.scanner == nil else { return }
            // A scanner comes back on the run that was on, or without one.
            let run = Bool.random(using: &random) ? node.handler.machine.run : nil
            note("scanner started on \(run.map(\.description) ?? "nothing")")
            node.startScanner(run: run)
        case 13:
            note("source fails")
            node.scannerSays {
                if $0.run != nil { $0.error = BeaconBusError(.adapterOff, reason: "r", suggestion: "s") }
                $0.adapter = .off
            }
        case 14:
            note("adapter ready")
            node.scannerSays { $0.adapter = .ready }
        case 15:
            note("source ended")
            node.scannerSays {
                if $0.run != nil { $0.error = BeaconBusError(.sourceEnded, reason: "r", suggestion: "s") }
            }
        case 16:
            let answers: [ScriptedScanner.Answer] = [
                .scans, .scans, .nothing, .scansInSilence,
                .fails(BeaconBusError(.adapterOff, reason: "r", suggestion: "s")),
            ]
            let index = Int.random(in: 0..<answers.count, using: &random)
            note("scanner answers \(index)")
            node.scanner?.handler.answer = answers[index]
        case 17:
            note("scanner halts or not")
            node.scanner?.handler.halts.toggle()
        case 18:
            note("broker restarts")
            node.bus.broker.restart(keepingRetained: Bool.random(using: &random))
        case 19:
            note("broker down or up")
            node.bus.broker.isDown.toggle()
            if node.bus.broker.isDown { node.bus.broker.restart(keepingRetained: true) }
        case 20:
            note("connection cut")
            node.client.cut()
        case 21:
            note("process restarted")
            node.restart()
        case 22:
            note("every message twice or once")
            node.bus.broker.deliversTwice.toggle()
        case 23:
            note("the broker acknowledges or not")
            node.bus.broker.withholdsAcknowledgements.toggle()
        default:
            let span = Int.random(in: 0...20_000, using: &random)
            note("\(span) ms pass")
            node.bus.advance(.milliseconds(span))
        }
    }

    func ask(_ verb: String) {
        let id = "\(verb)-\(asked.count)"
        node.bus.settle()
        // Without a connection the broker has nobody to give the command to.
        guard node.client.link.isConnected else { return }
        note(id)
        asked.insert(id)
        node.ask(verb, id)
    }

    /// Everything works again, and has its time.
    func finish() {
        node.bus.broker.isDown = false
        node.bus.broker.withholdsAcknowledgements = false
        // What was never acknowledged comes again with the next connection only.
        node.bus.broker.restart(keepingRetained: true)
        node.bus.advance(.seconds(60))
        if node.scanner == nil { node.startScanner() }
        node.scanner?.handler.answer = .scans
        node.scanner?.handler.halts = true
        node.bus.advance(.seconds(200))
        if node.retained?.state != node.state { violations.append("retained \(String(describing: node.retained))") }
    }

    func note(_ text: String) {
        history.append("\(node.state) \(text)")
    }

    /// One step of the node, as told by the events of one number.
    private struct Step {
        var change: StateChangedEvent?
        var specific: String?
        var error: BeaconBusError?
        var repeated = false
    }

    private func checkEvents() {
        var state = firstState
        var failures = 0
        var readies = 0
        for (number, step) in steps().sorted(by: { $0.key < $1.key }) {
            if let change = step.change {
                if change.previous != state { violations.append("\(number): \(change.previous) but was \(state)") }
                state = change.state
                let needed: Set<String?> =
                    switch (change.previous, change.state) {
                    case (_, .running): ["started"]
                    case (.starting, .idle): ["startFailed"]
                    case (_, .idle): ["stopped"]
                    default: [nil]
                    }
                if !needed.contains(step.specific) {
                    violations.append(
                        "\(number): \(change.previous) \(change.state) with \(step.specific ?? "nothing")")
                }
                if change.previous == .running, change.state == .idle, step.error == nil {
                    violations.append("\(number): forced stop without a cause")
                }
            } else if step.specific == "startFailed" || (step.specific == "started" && !step.repeated) {
                violations.append("\(number): \(step.specific ?? "") without a change")
            }
            if step.specific == "startFailed" { failures += 1 }
            if step.specific == "ready" { readies += 1 }
            if readies > failures { violations.append("\(number): more ready than startFailed") }
        }
        if state != node.state { violations.append("events end in \(state), the node in \(node.state)") }
    }

    /// The steps by number; a repetition has to be the same.
    private func steps() -> [Int64: Step] {
        var steps: [Int64: Step] = [:]
        for message in events.messages {
            func put(_ number: Int64, _ name: String, _ error: BeaconBusError?, _ repeated: Bool?) {
                var step = steps[number] ?? Step()
                if let known = step.specific, known != name { violations.append("\(number) is \(known) and \(name)") }
                (step.specific, step.error, step.repeated) = (name, error, repeated ?? false)
                steps[number] = step
            }
            let payload = message.payload
            switch message.topic.split(separator: "/").last {
            case "state-changed":
                guard let event = try? MessageCoder.decode(StateChangedEvent.self, payload).body else { continue }
                var step = steps[event.number] ?? Step()
                if let known = step.change, known != event { violations.append("\(event.number) differs") }
                step.change = event
                steps[event.number] = step
            case "started":
                guard let event = try? MessageCoder.decode(StartedEvent.self, payload).body else { continue }
                put(event.number, "started", nil, event.repeated)
            case "start-failed":
                guard let event = try? MessageCoder.decode(StartFailedEvent.self, payload).body else { continue }
                put(event.number, "startFailed", event.error, nil)
            case "stopped":
                guard let event = try? MessageCoder.decode(StoppedEvent.self, payload).body else { continue }
                put(event.number, "stopped", event.error, event.repeated)
            case "ready":
                guard let event = try? MessageCoder.decode(ReadyEvent.self, payload).body else { continue }
                put(event.number, "ready", nil, nil)
            default: break
            }
        }
        return steps
    }

    private func checkAnswers() {
        var given: [String: Set<String>] = [:]
        for message in answers.messages {
            guard let id = message.topic.split(separator: "/").last,
                let outcome = try? MessageCoder.decode(CommandOutcome.self, message.payload).body
            else { continue }
            given[String(id), default: []].insert("\(outcome.outcome)")
        }
        for id in asked.sorted() where given[id]?.count != 1 {
            violations.append("\(id) has the outcomes \(given[id].map { $0.sorted() } ?? [])")
        }
        outcomes = given.count
    }
}
