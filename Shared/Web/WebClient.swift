internal import CCurl
internal import Schema
internal import Synchronization

/// Asks web services: POST, sent once on a connection of its own, a whole answer of at most 64 KiB, 5 s in all, no
/// redirects, no proxy, no cookies, TLS always verified, the address checked on the connected socket. Everything is
/// bounded per group, so that a slow server holds back nobody but its own group.
///
/// One thread, made with the first request, runs all transfers (libcurl's multi interface).
public final class WebClient: Sendable {
    /// What is called with the outcome, once, on the client's thread: it must not block, nor call ``stop()``.
    public typealias Done = @Sendable (Result<WebResponse, WebFailure>) -> Void

    struct Job: Sendable {
        let request: WebRequest
        let deadline: Instant
        let done: Done
    }

    private struct State: ~Copyable {
        var arrived: [Job] = []
        var isStopped = false
        var thread: WebThread?
        /// Wakes the thread; lives exactly as long as the loop.
        var loop: WebLoop.Waker?
        var counters = WebCounters()
    }

    private let limits: WebLimits
    private let state = Mutex(State())

    /// Nothing is started yet.
    public init(limits: WebLimits = WebLimits()) {
        self.limits = limits
    }

    /// What was done so far.
    public var counters: WebCounters { state.withLock { $0.counters } }

    /// Sends a request. `done` is called exactly once; at once where too many wait or the client was stopped.
    public func post(_ request: WebRequest, done: @escaping Done) {
        let job = Job(request: request, deadline: .now() + request.timeout, done: done)
        let refusal: WebFailure? = state.withLock { state in
            state.counters.requests += 1
            guard !state.isStopped else { return WebFailure(.stopped, "the service is stopping") }
            guard state.arrived.count < limits.total else { return .tooMany(request.group) }
            if state.thread == nil {
                guard let thread = WebThread(name: "web", { [self] in run() }) else {
                    return WebFailure(.internalError, "the system gives no further thread")
                }
                state.thread = thread
            }
            state.arrived.append(job)
            state.loop?.wake()
            return nil
        }
        if let refusal { finish(job, .failure(refusal)) }
    }

    /// Gives up whatever is under way, and waits for the thread's end. Later requests fail with `stopped`.
    public func stop() {
        let thread = state.withLock { state in
            state.isStopped = true
            state.loop?.wake()
            return state.thread.take()
        }
        thread?.join()
    }

    private func run() {
        guard
            let loop = WebLoop(
                limits: limits, finish: { [self] in finish($0, $1) }, retried: { [self] in countRetry() })
        else {
            let jobs = state.withLock { state in
                state.isStopped = true
                defer { state.arrived = [] }
                return state.arrived
            }
            for job in jobs { finish(job, .failure(WebFailure(.internalError, "the library cannot be started"))) }
            return
        }
        state.withLock { $0.loop = loop.waker }
        while let jobs = take() { loop.turn(jobs) }
        state.withLock { $0.loop = nil }
        loop.end()
    }

    /// What has arrived; nil when the client was stopped, once all was taken.
    private func take() -> [Job]? {
        state.withLock { state in
            if state.isStopped, state.arrived.isEmpty { return nil }
            defer { state.arrived = [] }
            return state.arrived
        }
    }

    private func countRetry() {
        state.withLock { $0.counters.retries += 1 }
    }

    private func finish(_ job: Job, _ result: Result<WebResponse, WebFailure>) {
        state.withLock { state in
            switch result {
            case .success: state.counters.answers += 1
            case .failure(let failure): state.counters.failures[failure.kind, default: 0] += 1
            }
        }
        job.done(result)
    }
}

extension WebFailure {
    static func tooMany(_ group: String) -> WebFailure {
        WebFailure(.busy, "too many requests of \(group) wait already")
    }
}
