import Bus
import Synchronization

/// What was heard, in order, and which questions were malformed on purpose.
final class SpokenCapture: Sendable {
    private struct State {
        var messages: [IncomingMessage] = []
        var malformed: Set<String> = []
    }

    private let state = Mutex(State())

    var messages: [IncomingMessage] { state.withLock { $0.messages } }

    /// The ids of questions that are against the contract.
    var malformed: Set<String> { state.withLock { $0.malformed } }

    func add(_ message: IncomingMessage) {
        state.withLock { $0.messages.append(message) }
    }

    func add(malformed id: String) {
        state.withLock { _ = $0.malformed.insert(id) }
    }

    func contains(_ condition: (IncomingMessage) -> Bool) -> Bool {
        state.withLock { $0.messages.contains(where: condition) }
    }

    func first(_ condition: (IncomingMessage) -> Bool) -> IncomingMessage? {
        state.withLock { $0.messages.first(where: condition) }
    }
}
