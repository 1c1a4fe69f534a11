internal import CLinux
internal import Glibc
internal import Synchronization

/// Work for the bus thread from other threads, and the descriptor that wakes it. Bounded.
final class Mailbox<Work: Sendable>: Sendable {
    /// An eventfd, readable while there is work.
    let descriptor: Int32
    private let state = Mutex<State>(State())
    private let greatestCount: Int

    private struct State {
        var work: [Work] = []
        var isClosed = false
    }

    init(greatestCount: Int) {
        self.greatestCount = greatestCount
        descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    }

    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// False if the thread has ended or has too much to do already.
    func post(_ work: Work) -> Bool {
        let (accepted, isFirst) = state.withLock { state -> (Bool, Bool) in
            guard !state.isClosed, state.work.count < greatestCount else { return (false, false) }
            state.work.append(work)
            return (true, state.work.count == 1)
        }
        if isFirst { wake() }
        return accepted
    }

    /// Makes the descriptor readable.
    func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Takes all work and clears the descriptor.
    func take() -> [Work] {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
        return state.withLock { state in
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
