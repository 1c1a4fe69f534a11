package import Schema

/// Notices that another process uses our client id (R9): three signs within a minute, a sign being own retained
/// state of a session we did not write, or the broker's word that somebody took over.
package struct RivalDetector: Sendable, Equatable {
    private var signs: [Instant] = []
    /// Whether the last verdict was that there is a rival; then a single further sign confirms it.
    private(set) var isConvinced = false

    private static let window: Int64 = 60_000_000_000
    private static let needed = 3

    package init() {}

    /// Notes a sign and returns whether there is a rival.
    package mutating func sign(_ now: Instant) -> Bool {
        signs.removeAll { now.nanoseconds(since: $0) > Self.window }
        signs.append(now)
        if signs.count >= Self.needed { isConvinced = true }
        return isConvinced
    }

    /// A connection stayed undisturbed: whoever it was is gone.
    package mutating func undisturbed() {
        signs.removeAll()
        isConvinced = false
    }
}
