internal import Dispatch
internal import Glibc

/// Turns SIGTERM and SIGINT into calls; SIGPIPE is ignored and SIGHUP is reserved (noted, nothing else).
public final class SignalWatcher: Sendable {
    /// What a person or the system asked for.
    public enum Request: Sendable {
        case stop
        case reload
    }

    /// Sources are thread safe; the protocol merely does not say so.
    private struct Source: @unchecked Sendable {
        let source: any DispatchSourceSignal
    }

    private let sources: [Source]

    /// Watches from now on. `handler` is called on Dispatch's thread.
    public init(_ handler: @escaping @Sendable (Request) -> Void) {
        signal(SIGPIPE, SIG_IGN)
        sources = [(SIGTERM, Request.stop), (SIGINT, .stop), (SIGHUP, .reload)].map { number, request in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { @Sendable in handler(request) }
            // Registration happens on another thread; a signal before it still has its default action.
            let registered = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { @Sendable in registered.signal() }
            source.resume()
            registered.wait()
            return Source(source: source)
        }
    }

    /// Stops watching.
    public func cancel() {
        for source in sources { source.source.cancel() }
    }

    deinit {
        cancel()
    }
}
