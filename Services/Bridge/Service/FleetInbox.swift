import Fleets
import Schema
import Synchronization

/// What the fleets said, from the thread of their connection to that of the site's. Bounded by reports; what finds no room
/// is counted. While nobody takes anything, of each room only its newest coming or going is kept.
final class FleetInbox: Sendable {
    /// Something that came, and when.
    struct Arrival: Sendable {
        var word: Word
        /// When it was read from the socket.
        var at: Instant
    }

    /// What came.
    enum Word: Sendable {
        case message(Fleet, FleetMessage)
        /// The connection to the fleets' broker stands, or is lost.
        case connection(Bool)
    }

    private struct State {
        /// In order of their numbers.
        var arrivals: [(number: UInt64, arrival: Arrival)] = []
        /// The newest availability of each room, with its number among the arrivals.
        var availability: [RoomBook.Room: (number: UInt64, arrival: Arrival)] = [:]
        var number: UInt64 = 0
        /// Reports among the arrivals; an end counts as one.
        var reports = 0
        /// Reports, ends and availabilities that found no room.
        var dropped: UInt64 = 0
        var ignored: [FleetMessage.Ignored: UInt64] = [:]
        var messages: UInt64 = 0

        var isEmpty: Bool { arrivals.isEmpty && availability.isEmpty }

        mutating func next() -> UInt64 {
            number &+= 1
            return number
        }
    }

    /// Reports that wait at most; at about 1 KiB each with the longest name and data they are 16 MiB.
    static let mostReports = 16_384
    /// Rooms whose availability waits at most.
    static let mostRooms = 1_024
    /// Bytes of a room's name at most.
    static let longestName = 256
    private let state = Mutex(State())

    /// Puts in what a message said that came at `now`; true where nothing was waiting before.
    func put(_ messages: [FleetMessage], of fleet: Fleet, at now: Instant) -> Bool {
        state.withLock { state in
            let wasEmpty = state.isEmpty
            state.messages &+= 1
            for message in messages {
                switch message {
                case .ignored(let reason): state.ignored[reason, default: 0] &+= 1
                case .reports(let room, _), .away(let room, _), .availability(let room, _):
                    if room.utf8.count > Self.longestName {
                        state.ignored[.tooLong, default: 0] &+= 1
                    } else {
                        Self.put(message, of: fleet, at: now, &state)
                    }
                }
            }
            return wasEmpty && !state.isEmpty
        }
    }

    private static func put(_ message: FleetMessage, of fleet: Fleet, at now: Instant, _ state: inout State) {
        let arrival = Arrival(word: .message(fleet, message), at: now)
        if case .availability(let name, _) = message {
            let room = RoomBook.Room(fleet: fleet, name: name)
            guard state.availability[room] != nil || state.availability.count < mostRooms else {
                state.dropped &+= 1
                return
            }
            state.availability[room] = (state.next(), arrival)
            return
        }
        var weight = 1
        if case .reports(_, let reports) = message { weight = reports.count }
        guard state.reports + weight <= mostReports else {
            state.dropped &+= UInt64(weight)
            return
        }
        state.reports += weight
        state.arrivals.append((state.next(), arrival))
    }

    /// Puts in that the connection came or went, whatever waits already; one that came and went without a message leaves
    /// only the loss. True where nothing was waiting before.
    func put(isConnected: Bool, at now: Instant) -> Bool {
        state.withLock { state in
            let wasEmpty = state.isEmpty
            if case .connection(true)? = state.arrivals.last?.arrival.word, !isConnected {
                state.arrivals.removeLast()
                if case .connection(false)? = state.arrivals.last?.arrival.word {
                    // What was said between the two losses is over as well.
                    state.arrivals.removeLast()
                }
            }
            state.arrivals.append((state.next(), Arrival(word: .connection(isConnected), at: now)))
            return wasEmpty
        }
    }

    /// What came since the last time, in order.
    func take() -> [Arrival] {
        let (arrivals, availability) = state.withLock { state in
            defer { (state.arrivals, state.availability, state.reports) = ([], [:], 0) }
            return (state.arrivals, state.availability)
        }
        guard !availability.isEmpty else { return arrivals.map(\.arrival) }
        return (arrivals + availability.values).sorted { $0.number < $1.number }.map(\.arrival)
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
