internal import Synchronization

/// The messages of one subscription, in order, through a bounded buffer: one consumer; what it does not take in time
/// is dropped from the newest end and counted. Ends when the session ends, with its error where it failed.
public final class MessageStream: AsyncSequence, Sendable {
    public typealias Element = IncomingMessage

    private struct State {
        var buffer = Deque<IncomingMessage>()
        var waiting: CheckedContinuation<IncomingMessage?, any Error>?
        var ended: Result<Void, any Error>?
        var dropped: UInt64 = 0
    }

    /// Messages kept at most.
    public let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) {
        self.capacity = capacity < 1 ? 1 : capacity
    }

    /// Messages dropped because the consumer was too slow.
    public var dropped: UInt64 { state.withLock { $0.dropped } }

    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    public struct Iterator: AsyncIteratorProtocol {
        let stream: MessageStream

        public func next() async throws -> IncomingMessage? { try await stream.next() }
    }

    /// The next message; nil at the end or when cancelled.
    public func next() async throws -> IncomingMessage? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let immediate: Result<IncomingMessage?, any Error>? = state.withLock { state in
                    if let message = state.buffer.popFirst() { return .success(message) }
                    if let ended = state.ended { return ended.map { nil } }
                    state.waiting?.resume(returning: nil)
                    state.waiting = continuation
                    return nil
                }
                if let immediate { continuation.resume(with: immediate) }
                // Cancelled before the handler was in place: it found nobody waiting.
                if Task.isCancelled { cancelWaiting() }
            }
        } onCancel: {
            cancelWaiting()
        }
    }

    func yield(_ message: IncomingMessage) {
        let waiting: CheckedContinuation<IncomingMessage?, any Error>? = state.withLock { state in
            if state.ended != nil { return nil }
            if let waiting = state.waiting {
                state.waiting = nil
                return waiting
            }
            if state.buffer.count < capacity { state.buffer.append(message) } else { state.dropped += 1 }
            return nil
        }
        waiting?.resume(returning: message)
    }

    func finish(_ result: Result<Void, any Error>) {
        let waiting: CheckedContinuation<IncomingMessage?, any Error>? = state.withLock { state in
            if state.ended == nil { state.ended = result }
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(with: result.map { nil })
    }

    private func cancelWaiting() {
        let waiting: CheckedContinuation<IncomingMessage?, any Error>? = state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: nil)
    }
}
