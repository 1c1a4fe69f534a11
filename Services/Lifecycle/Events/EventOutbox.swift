import Bus
import Schema

/// Announcements on their way to the broker: kept until it has acknowledged every part, over restarts too, in order.
///
/// A repetition after a restart may reach a subscriber twice; its `number` is the same.
struct EventOutbox: Codable, Sendable {
    /// Announcements without all their acknowledgements, oldest first.
    private(set) var units: [OutboxUnit] = []
    /// The number of the newest announcement; rises over restarts.
    private(set) var number: UInt64 = 0
    /// Up to where numbers are stored as used, so that announcements that are not kept need no write of their own.
    private(set) var ceiling: UInt64 = 0
    /// How many were dropped because too many waited (R12).
    private(set) var dropped: UInt64 = 0

    /// More are kept by nobody's patience: the oldest goes, counted; retained state still tells what is.
    static let greatestCount = 256

    /// Takes an announcement in; `nil` = answers alone will be attached.
    mutating func add(_ transition: Transition?) -> OutboxUnit {
        let unit = OutboxUnit(number: take(), transition: transition)
        if units.count >= Self.greatestCount {
            units.removeFirst()
            dropped &+= 1
        }
        units.append(unit)
        return unit
    }

    /// A number for an announcement that is not kept.
    mutating func take() -> UInt64 {
        number = number >= Self.greatestNumber ? 1 : number + 1
        return number
    }

    /// Adds an answer to the newest announcement.
    mutating func attach(_ reply: OutboxReply) {
        guard !units.isEmpty else { return }
        units[units.count - 1].replies.append(reply)
    }

    /// The broker has one part.
    /// - Returns: the unit it belongs to, and whether that was its last part.
    mutating func acknowledged(_ token: PublishToken) -> (unit: OutboxUnit, isDone: Bool)? {
        guard let part = OutboxPart(token), let index = units.firstIndex(where: { $0.number == part.number }) else {
            return nil
        }
        units[index].acknowledged.insert(part.index)
        let unit = units[index]
        guard unit.acknowledged.count >= unit.parts else { return (unit, false) }
        units.remove(at: index)
        return (unit, true)
    }

    /// Whether numbers have been given that a restart would give again: the outbox has to be stored first.
    var needsStoring: Bool { number > ceiling }

    /// Has the next numbers stored as used, with everything else.
    mutating func reserve() {
        ceiling = number &+ Self.reservation
    }

    /// After a restart every number that may have been used counts as used.
    mutating func restore() {
        number = min(max(number, ceiling), Self.greatestNumber)
    }

    private static let reservation: UInt64 = 64
    private static let greatestNumber: UInt64 = (1 << 53) - 1
}
