import Bluetooth
import Schema

/// How far devices with keys have counted, and when that is to be stored: seldom, as each time is a write to the disk.
struct MarkBook {
    /// The longest that a counter is only in memory.
    static let interval = Duration.seconds(600)

    /// What was told last and is not stored yet.
    private(set) var fresh: [ReplayMark]?
    /// When it is to be stored; nil = nothing is.
    private(set) var due: Instant?
    /// What an earlier process stored; kept until all its devices may have got their keys.
    var stored: [ReplayMark]?

    /// Takes note of how far they are now.
    mutating func note(_ marks: [ReplayMark], _ now: Instant) {
        fresh = marks
        due = due ?? now + Self.interval
    }

    func isDue(_ now: Instant) -> Bool { due.map { $0 <= now } ?? false }

    /// Hands over what is to be stored.
    mutating func take() -> [ReplayMark]? {
        defer { (fresh, due) = (nil, nil) }
        return fresh
    }
}
