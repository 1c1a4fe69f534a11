import ServiceKit
import Synchronization

/// What /health says about the gate, written by the bus thread and read by any.
final class GateConditions: Sendable {
    private struct State {
        var bus = Health.Condition.degraded("not connected yet")
        var access = Health.Condition.degraded("not read yet")
        var list = Health.Condition.degraded("not read yet")
    }

    private let state = Mutex(State())

    /// Adds the three checks.
    func add(to health: Health) {
        health.add("bus") { [self] in state.withLock { $0.bus } }
        health.add("access") { [self] in state.withLock { $0.access } }
        health.add("revocationList") { [self] in state.withLock { $0.list } }
    }

    func setBus(_ condition: Health.Condition) { state.withLock { $0.bus = condition } }
    func setAccess(_ condition: Health.Condition) { state.withLock { $0.access = condition } }
    func setList(_ condition: Health.Condition) { state.withLock { $0.list = condition } }
}
