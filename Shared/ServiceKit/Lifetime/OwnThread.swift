internal import CLinux
internal import Glibc

/// Runs blocking work on a thread of its own, so that the cooperative pool (as many threads as cores) stays free.
public enum OwnThread {
    private final class Work: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(_ name: String, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Starts `body` on a new thread.
    /// - Parameter name: shown by `top -H`; at most 15 bytes count.
    public static func start(name: String, _ body: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(name, body))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, 512 * 1024)
        defer { pthread_attr_destroy(&attributes) }
        var thread = pthread_t()
        let result = pthread_create(&thread, &attributes, threadMain, work.toOpaque())
        guard result == 0 else {
            work.release()
            // Without a thread the work cannot be done at all; nobody could go on.
            preconditionFailure("No thread can be started: \(SystemError.text(result)).")
        }
    }

    /// Runs `body` on a new thread and returns its value.
    public static func run<Value: Sendable>(name: String, _ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            start(name: name) { continuation.resume(returning: body()) }
        }
    }

    private static let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { raw in
        guard let raw else { return nil }
        let work = Unmanaged<Work>.fromOpaque(raw).takeRetainedValue()
        // Signals are for the process' own signal handling, never for a worker.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        beaconbus_name_thread(String(work.name.prefix(15)))
        work.body()
        return nil
    }
}
