internal import Synchronization

/// A value that one side finishes once and the other awaits once.
final class Completion<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case finished(Value)
    }

    private let state = Mutex<State>(.open)

    /// Only the first call counts.
    func finish(_ value: Value) {
        let continuation: CheckedContinuation<Value, Never>? = state.withLock { state in
            switch state {
            case .open:
                state = .finished(value)
                return nil
            case .awaited(let continuation):
                state = .finished(value)
                return continuation
            case .finished:
                return nil
            }
        }
        continuation?.resume(returning: value)
    }

    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let value: Value? = state.withLock { state in
                if case .finished(let value) = state { return value }
                state = .awaited(continuation)
                return nil
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}
