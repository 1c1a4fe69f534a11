internal import CLinux
internal import Glibc

/// The client's thread, joined by ``WebClient/stop()``.
struct WebThread: @unchecked Sendable {
    private let thread: pthread_t

    private final class Box: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(_ name: String, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Runs `body` on a new thread; nil if the system gives none.
    init?(name: String, _ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Box(name, body))
        var thread = pthread_t()
        guard pthread_create(&thread, nil, Self.enter, box.toOpaque()) == 0 else {
            box.release()
            return nil
        }
        self.thread = thread
    }

    /// Waits for its end.
    func join() {
        pthread_join(thread, nil)
    }

    private static let enter: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        guard let argument else { return nil }
        let box = Unmanaged<Box>.fromOpaque(argument).takeRetainedValue()
        // Signals are for the process' own handling, never for a worker.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        beaconbus_name_thread(box.name)
        box.body()
        return nil
    }
}
