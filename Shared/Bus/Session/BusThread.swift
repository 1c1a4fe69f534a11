internal import CLinux
internal import Glibc

/// A thread of its own with a name, joined by whoever started it.
struct BusThread {
    private let thread: pthread_t

    /// Runs `body` on a new thread; nil if the system gives none.
    init?(name: String, _ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Box(name: name, body: body))
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, Self.enter, box.toOpaque())
        guard result == 0 else {
            box.release()
            return nil
        }
        self.thread = thread
    }

    /// Waits for its end.
    func join() {
        pthread_join(thread, nil)
    }

    /// Lets it end on its own.
    func detach() {
        pthread_detach(thread)
    }

    private final class Box: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// A C function: it captures nothing and is isolated to nothing.
    private static let enter: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        guard let argument else { return nil }
        let box = Unmanaged<Box>.fromOpaque(argument).takeRetainedValue()
        beaconbus_name_thread(box.name)
        box.body()
        return nil
    }
}
