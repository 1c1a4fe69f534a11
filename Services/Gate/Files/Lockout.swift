import Synchronization

/// Whether the broker lets the gate in, told by the bus thread to the thread of the files.
final class Lockout: Sendable {
    enum State: Int, AtomicRepresentable, Sendable {
        /// Connected, or not tried yet.
        case none
        /// There is no connection.
        case away
        /// The broker is there and gives the gate no rights.
        case refused
    }

    private let value = Atomic(State.none)

    var state: State {
        get { value.load(ordering: .acquiring) }
        set { value.store(newValue, ordering: .releasing) }
    }
}
