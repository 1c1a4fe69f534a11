internal import Synchronization

/// Work for the bus thread from other threads, and the descriptor that wakes it. Bounded.
final class Mailbox<Work: Sendable>: Sendable {
    /// Readable while there is work.
    let wake = WakeDescriptor()
    private let state = Mutex<State>(State())
    private let greatestCount: Int

    private struct State {
        var work: [Work] = []
        var isClosed = false
    }

    init(greatestCount: Int) {
        self.greatestCount = greatestCount
    }

    /// False if the thread has ended or has too much to do already.
    func post(_ work: Work) -> Bool {
        let (accepted, isFirst) = state.withLock { state -> (Bool, Bool) in
            guard !state.isClosed, state.work.count < greatestCount else { return (false, false) }
            state.work.append(work)
            return (true, state.work.count == 1)
        }
        if isFirst { wake.wake() }
        return accepted
    }

    /// Takes all work. Whoever polls clears the descriptor first.
    func take() -> [Work] {
        state.withLock { state in
            let work = state.work
            state.work = []
            return work
        }
    }

    /// Nothing is accepted any more; returns what was left.
    func close() -> [Work] {
        state.withLock { state in
            state.isClosed = true
            let work = state.work
            state.work = []
            return work
        }
    }
}
