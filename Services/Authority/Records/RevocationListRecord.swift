import Schema

/// The last revocation list.
struct RevocationListRecord: Equatable, Sendable {
    /// Rises with each list; 1 is the empty one a site begins with.
    var number: UInt64
    /// When it was made; the epoch where none was.
    var issued: WallTime
    /// The time it bears: strictly later than that of the one before, never in the future.
    ///
    /// Brokers keep older lists beside the new one and take the one with the later time, in whole seconds; two lists made
    /// in one second must therefore differ. So the times run behind, and each list takes the next second.
    var stamp: WallTime
    /// Whether something was revoked since.
    var isStale: Bool

    /// How far the times run behind.
    static let slack = Duration.seconds(3_600)

    /// The time of the next one; nil if all seconds up to now are used up.
    func nextStamp(_ now: WallTime) -> WallTime? {
        let next = max(stamp + .seconds(1), now - Self.slack)
        let second = WallTime(milliseconds: next.milliseconds - next.milliseconds % 1_000)
        let later = second > stamp ? second : second + .seconds(1)
        return later <= now ? later : nil
    }
}
