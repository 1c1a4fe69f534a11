import Bus
import Identity
import Schema
import Synchronization

/// Brings answers from other threads onto the bus thread, where the handler takes them.
final class AnswerPost: Sendable {
    /// What came.
    enum Answer: Sendable {
        case judged(UInt64, Result<TokenUse, BeaconBusError>)
        case signed(UInt64, Result<[Certificate], BeaconBusError>)
    }

    private let forward = Mutex<(@Sendable (Answer) -> Void)?>(nil)

    init() {}

    /// From now on answers go there; before, and after ``close()``, they are dropped, and the node asks again.
    func open(_ forward: @escaping @Sendable (Answer) -> Void) {
        self.forward.withLock { $0 = forward }
    }

    func close() {
        forward.withLock { $0 = nil }
    }

    func deliver(_ answer: Answer) {
        let forward = forward.withLock { $0 }
        forward?(answer)
    }
}
