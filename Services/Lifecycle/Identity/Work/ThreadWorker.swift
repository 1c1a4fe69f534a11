import ServiceKit
import Synchronization

/// Does jobs on threads of their own; there is none while there is nothing to do.
final class ThreadWorker: Worker {
    private struct State {
        var jobs: [@Sendable () -> Finish] = []
        var isBusy = false
        var post: (@Sendable (@escaping Finish) -> Void)?
    }

    private let state = Mutex(State())

    /// Says how results get to the bus thread; before any job.
    func connect(_ post: @escaping @Sendable (@escaping Finish) -> Void) {
        state.withLock { $0.post = post }
    }

    func run(_ job: @escaping @Sendable () -> Finish) {
        let isFirst = state.withLock { state in
            state.jobs.append(job)
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if isFirst { OwnThread.start(name: "identity") { [self] in work() } }
    }

    func runBeside(_ job: @escaping @Sendable () -> Finish) {
        OwnThread.start(name: "token") { [self] in deliver(job()) }
    }

    private func work() {
        while let job = next() { deliver(job()) }
    }

    private func next() -> (@Sendable () -> Finish)? {
        state.withLock { state in
            guard state.jobs.isEmpty else { return state.jobs.removeFirst() }
            state.isBusy = false
            return nil
        }
    }

    private func deliver(_ finish: @escaping Finish) {
        let post = state.withLock { $0.post }
        post?(finish)
    }
}
