import Synchronization

/// A request to end in good order. Raised once, never lowered; any number of waiters and handlers.
public final class StopSignal: Sendable {
    /// The signal of the service that is running in this task; nil outside of a `ServiceGroup`.
    @TaskLocal public static var current: StopSignal?

    private enum Phase {
        case quiet([UInt64: @Sendable () -> Void])
        case raised
    }

    private struct State {
        var phase = Phase.quiet([:])
        var nextToken: UInt64 = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// Whether a stop was asked for.
    public var isRaised: Bool {
        state.withLock { state in
            if case .raised = state.phase { true } else { false }
        }
    }

    /// Asks for the stop: every handler is called once, on the calling thread. Later calls do nothing.
    public func raise() {
        let handlers = state.withLock { state -> [UInt64: @Sendable () -> Void] in
            guard case .quiet(let handlers) = state.phase else { return [:] }
            state.phase = .raised
            return handlers
        }
        for (_, handler) in handlers.sorted(by: { $0.key < $1.key }) {
            handler()
        }
    }

    /// Has `handler` called when the stop is asked for; at once if it already was.
    /// - Returns: a token for `removeHandler`; nil if the handler has already been called.
    @discardableResult
    public func addHandler(_ handler: @escaping @Sendable () -> Void) -> UInt64? {
        let token = state.withLock { state -> UInt64? in
            guard case .quiet(var handlers) = state.phase else { return nil }
            state.nextToken += 1
            handlers[state.nextToken] = handler
            state.phase = .quiet(handlers)
            return state.nextToken
        }
        if token == nil { handler() }
        return token
    }

    /// Forgets a handler. Unknown tokens are ignored.
    public func removeHandler(_ token: UInt64?) {
        guard let token else { return }
        state.withLock { state in
            guard case .quiet(var handlers) = state.phase else { return }
            handlers[token] = nil
            state.phase = .quiet(handlers)
        }
    }

    /// Returns when the stop is asked for, or when the task is cancelled.
    public func wait() async {
        let resumed = ResumeOnce()
        let token = Mutex<UInt64?>(nil)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                resumed.set(continuation)
                let added = addHandler { resumed.resume() }
                token.withLock { $0 = added }
            }
        } onCancel: {
            resumed.resume()
        }
        removeHandler(token.withLock { $0 })
    }
}
