import Schema

/// The radio of a virtual node: the same loop as on a radio thread, run on the bus thread when something was pushed.
final class PushedRadio: RadioControl {
    private var loop: RadioLoop?
    private var outputs: [RadioOutput] = []
    private let clock: () -> Instant

    /// Takes what is pushed into `source`, in one run after the other.
    init(_ settings: RadioSettings, source: FleetSource, clock: @escaping () -> Instant) {
        self.clock = clock
        loop = RadioLoop(settings, sources: { [source] }) { [unowned self] in outputs.append($0) }
    }

    func send(_ command: RadioCommand) { loop?.handle(command, at: clock()) }

    func take() -> [RadioOutput] {
        defer { outputs = [] }
        return outputs
    }

    /// Does all that is due; when there is something again, nil = when something is pushed.
    func catchUp() -> Instant? {
        // A bound, so that a flood of one room does not keep the others waiting.
        for _ in 0..<64 {
            switch loop?.step(at: clock()) {
            case .again: continue
            case .wait(let until): return until == .distantFuture ? nil : until
            case .idle, nil: return nil
            }
        }
        return clock()
    }
}
