import Synchronization

/// Holds one continuation and resumes it exactly once, whichever of several parties comes first.
final class ResumeOnce: Sendable {
    private enum State {
        case empty
        case waiting(CheckedContinuation<Void, Never>)
        case done
    }

    private let state = Mutex(State.empty)

    func set(_ continuation: CheckedContinuation<Void, Never>) {
        let late = state.withLock { state -> Bool in
            if case .done = state { return true }
            state = .waiting(continuation)
            return false
        }
        if late { continuation.resume() }
    }

    func resume() {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            defer { state = .done }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        waiting?.resume()
    }
}
