import ServiceKit
import Synchronization

/// What /health says about the service, written by the bus thread and read by any.
final class AuthorityConditions: Sendable {
    private let store = Mutex(Health.Condition.degraded("not opened yet"))
    private let bus = Mutex(Health.Condition.degraded("not connected yet"))
    private let list = Mutex(Health.Condition.degraded("not made yet"))

    init() {}

    /// Adds the checks.
    func add(to health: Health) {
        health.add("store") { [self] in store.withLock { $0 } }
        health.add("bus") { [self] in bus.withLock { $0 } }
        health.add("revocation-list") { [self] in list.withLock { $0 } }
    }

    func setStore(_ condition: Health.Condition) { store.withLock { $0 = condition } }

    func setBus(_ condition: Health.Condition) { bus.withLock { $0 = condition } }

    func setList(_ condition: Health.Condition) { list.withLock { $0 = condition } }
}
