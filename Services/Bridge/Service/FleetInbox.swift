import Fleets
import Schema
import Synchronization

/// What the fleets said, from the thread of their connection to that of the site's. Bounded; what finds no room is counted.
final class FleetInbox: Sendable {
    /// What came, in order.
    enum Arrival: Sendable {
        case message(Fleet, FleetMessage)
        /// The connection to the fleets' broker stands, or is lost.
        case connection(Bool)
    }

    private struct State {
        var arrivals: [Arrival] = []
        var dropped: UInt64 = 0
        var ignored: [FleetMessage.Ignored: UInt64] = [:]
        var messages: UInt64 = 0
    }

    static let most = 8_192
    private let state = Mutex(State())

    /// Puts in what a message said; true where nothing was waiting before.
    func put(_ messages: [FleetMessage], of fleet: Fleet) -> Bool {
        state.withLock { state in
            let wasEmpty = state.arrivals.isEmpty
            state.messages &+= 1
            for message in messages {
                if case .ignored(let reason) = message {
                    state.ignored[reason, default: 0] &+= 1
                } else if state.arrivals.count < Self.most {
                    state.arrivals.append(.message(fleet, message))
                } else {
                    state.dropped &+= 1
                }
            }
            return wasEmpty && !state.arrivals.isEmpty
        }
    }

    /// Puts in that the connection came or went, whatever waits already; one that came and went without a message leaves
    /// only the loss. True where nothing was waiting before.
    func put(isConnected: Bool) -> Bool {
        state.withLock { state in
            let wasEmpty = state.arrivals.isEmpty
            if case .connection(true)? = state.arrivals.last, !isConnected {
                state.arrivals.removeLast()
                if case .connection(false)? = state.arrivals.last { return false }
            }
            state.arrivals.append(.connection(isConnected))
            return wasEmpty
        }
    }

    func take() -> [Arrival] {
        state.withLock { state in
            defer { state.arrivals = [] }
            return state.arrivals
        }
    }

    /// For the service's status.
    var counters: [String: Int64] {
        state.withLock { state in
            var counters = ["messages": Int64(clamping: state.messages), "dropped": Int64(clamping: state.dropped)]
            for (reason, count) in state.ignored { counters["ignored.\(reason.rawValue)"] = Int64(clamping: count) }
            return counters
        }
    }
}
