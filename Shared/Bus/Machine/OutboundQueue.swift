/// Messages handed over and not yet acknowledged: a bounded queue, then a window. Pure; one connection at a time.
///
/// At the end of a connection everything leaves it except what is kept, which begins again from the front, in order.
package struct OutboundQueue: Sendable {
    package struct Entry: Sendable {
        package var message: OutgoingMessage
        package var token: PublishToken?
        package var kept: Bool
        /// The retained table's key, to settle clearings.
        package var retainedPath: String?
        var order: UInt64 = 0

        package init(
            message: OutgoingMessage, token: PublishToken? = nil, kept: Bool = false, retainedPath: String? = nil
        ) {
            self.message = message
            self.token = token
            self.kept = kept
            self.retainedPath = retainedPath
        }
    }

    private var waiting = Deque<Entry>()
    private var inFlight: [PacketID: Entry] = [:]
    private var nextOrder: UInt64 = 0
    package private(set) var waitingBytes = 0
    package let greatestCount: Int
    package let greatestBytes: Int
    /// QoS 1 messages sent and not acknowledged at most.
    package var window: Int

    package init(limits: BusLimits) {
        greatestCount = limits.queuedMessages
        greatestBytes = limits.queuedBytes
        window = max(1, limits.window)
    }

    /// Messages waiting or in flight.
    package var count: Int { waiting.count + inFlight.count }
    package var waitingCount: Int { waiting.count }
    package var inFlightCount: Int { inFlight.count }
    package var isEmpty: Bool { count == 0 }

    /// Whether one more message of that size fits.
    package func hasRoom(bytes: Int) -> Bool {
        count < greatestCount && waitingBytes + bytes <= greatestBytes
    }

    package mutating func append(_ entry: Entry) {
        var entry = entry
        entry.order = nextOrder
        nextOrder += 1
        waitingBytes += entry.message.payload.count
        waiting.append(entry)
    }

    /// Puts an entry before all others.
    package mutating func prepend(_ entry: Entry) {
        waitingBytes += entry.message.payload.count
        waiting.prepend(entry)
    }

    /// The next message that may be sent now.
    package mutating func next() -> Entry? {
        guard let first = waiting.first, first.message.qos == .atMostOnce || inFlight.count < window,
            let entry = waiting.popFirst()
        else { return nil }
        waitingBytes -= entry.message.payload.count
        return entry
    }

    /// A message of ``next()`` was given to the connection under this number.
    package mutating func sent(_ entry: Entry, as id: PacketID) {
        inFlight[id] = entry
    }

    /// The answer to a message; nil if none is in flight under this number.
    package mutating func answered(_ id: PacketID) -> Entry? {
        inFlight.removeValue(forKey: id)
    }

    /// The connection is over: returns what is lost, in order of handing over, and keeps what is kept.
    package mutating func connectionEnded() -> [Entry] {
        let all = (inFlight.values + waiting.removeAll()).sorted { $0.order < $1.order }
        inFlight = [:]
        waitingBytes = 0
        var lost: [Entry] = []
        for entry in all {
            if entry.kept {
                waitingBytes += entry.message.payload.count
                waiting.append(entry)
            } else {
                lost.append(entry)
            }
        }
        return lost
    }

    /// The client ends: everything leaves.
    package mutating func removeAll() -> [Entry] {
        let all = (inFlight.values + waiting.removeAll()).sorted { $0.order < $1.order }
        inFlight = [:]
        waitingBytes = 0
        return all
    }
}
