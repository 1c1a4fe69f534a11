import ServiceKit
import Synchronization

/// What /health says about the service, written by the bus thread and read by any.
final class MetadataConditions: Sendable {
    private let registry = Mutex(Health.Condition.degraded("not opened yet"))
    private let bus = Mutex(Health.Condition.degraded("not connected yet"))

    init() {}

    /// Adds both checks.
    func add(to health: Health) {
        health.add("registry") { [self] in registry.withLock { $0 } }
        health.add("bus") { [self] in bus.withLock { $0 } }
    }

    func setRegistry(_ condition: Health.Condition) {
        registry.withLock { $0 = condition }
    }

    func setBus(_ condition: Health.Condition) {
        bus.withLock { $0 = condition }
    }
}
