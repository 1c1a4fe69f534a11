import Schema

/// Now, on the two clocks a certificate is about.
struct Moment: Equatable, Sendable {
    /// The boot-time clock: spans are measured with it.
    var now: Instant
    /// Civil time, never below the ``ClockFloor``: certificates are judged by it (D17).
    var time: WallTime

    /// When a point in civil time will have come, unless the clock is set.
    func instant(of wall: WallTime) -> Instant {
        now + (wall - time)
    }
}
