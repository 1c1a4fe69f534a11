import Schema
import ServiceKit
import Synchronization

/// What `/health` says about dispatch, written by the bus thread and read by others.
final class DispatchHealth: Sendable {
    private struct State {
        var ledger: BeaconBusError?
        var broker: BeaconBusError?
    }

    private let state = Mutex(State())

    /// The error that keeps the ledger from being written; nil while it can be.
    func setLedger(_ error: BeaconBusError?) { state.withLock { $0.ledger = error } }

    /// Why there is no connection to the broker; nil while there is one.
    func setBroker(_ error: BeaconBusError?) { state.withLock { $0.broker = error } }

    /// Adds both conditions. They come right by themselves, so a restart would not help.
    func register(_ health: Health) {
        health.add("ledger") { self.condition(self.state.withLock { $0.ledger }) }
        health.add("broker") { self.condition(self.state.withLock { $0.broker }) }
    }

    private func condition(_ error: BeaconBusError?) -> Health.Condition {
        error.map { .degraded("\($0.description) \($0.reason)") } ?? .good
    }
}
