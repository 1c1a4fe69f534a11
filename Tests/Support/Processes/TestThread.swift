internal import Glibc

/// A thread for a fake peer, joined by the test.
final class TestThread: @unchecked Sendable {
    private var thread = pthread_t()
    private var isJoined = false

    init(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Box(body))
        let result = pthread_create(&thread, nil, Self.enter, box.toOpaque())
        precondition(result == 0, "no thread")
    }

    /// Waits for its end; once.
    func join() {
        guard !isJoined else { return }
        isJoined = true
        pthread_join(thread, nil)
    }

    private final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private static let enter: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        guard let argument else { return nil }
        Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
        return nil
    }
}
