internal import Synchronization

/// What a process says about its own condition: one named check per part, asked for at `/health` and by the watchdog.
public final class Health: Sendable {
    /// The condition of one part.
    public enum Condition: Sendable, Equatable {
        case good
        /// Works with limits, such as no broker for the moment: reported, but no reason to restart.
        case degraded(String)
        /// Stuck; the watchdog is not fed any more.
        case broken(String)
    }

    private let checks = Mutex<[(name: String, check: @Sendable () -> Condition)]>([])

    public init() {}

    /// Adds a check; it must be quick and callable on any thread.
    public func add(_ name: String, _ check: @escaping @Sendable () -> Condition) {
        checks.withLock { $0.append((name, check)) }
    }

    /// All conditions in the order of adding.
    public var conditions: [(name: String, condition: Condition)] {
        checks.withLock { $0 }.map { ($0.name, $0.check()) }
    }

    /// Whether no part is stuck.
    public var isAlive: Bool {
        conditions.allSatisfy { if case .broken = $0.condition { false } else { true } }
    }

    /// `{"status":"good","parts":{"bus":{"status":"degraded","reason":"…"}}}`; the status is that of the worst part.
    public var json: String {
        var worst = 0
        var parts: [String] = []
        for (name, condition) in conditions {
            var text = ""
            JSONText.append(name, to: &text)
            switch condition {
            case .good: text += ":{\"status\":\"good\"}"
            case .degraded(let reason):
                worst = max(worst, 1)
                text += ":{\"status\":\"degraded\",\"reason\":"
                JSONText.append(reason, to: &text)
                text += "}"
            case .broken(let reason):
                worst = 2
                text += ":{\"status\":\"broken\",\"reason\":"
                JSONText.append(reason, to: &text)
                text += "}"
            }
            parts.append(text)
        }
        let status = ["good", "degraded", "broken"][worst]
        return "{\"status\":\"\(status)\",\"parts\":{\(parts.joined(separator: ","))}}\n"
    }
}
