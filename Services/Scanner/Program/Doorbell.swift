import Synchronization

/// Joins two parts that need each other: the one rings, the other is connected a little later.
final class Doorbell: Sendable {
    private let answer = Mutex<(@Sendable () -> Void)?>(nil)

    /// Calls whom it is connected to; nobody, before that.
    func ring() {
        answer.withLock { $0 }?()
    }

    /// Connects, and rings once for what came before.
    func connect(_ body: @escaping @Sendable () -> Void) {
        answer.withLock { $0 = body }
        body()
    }
}
