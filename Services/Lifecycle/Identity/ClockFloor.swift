import Schema

/// A clock that is never earlier than what is known to have been (D17): the newest of the program's build, the last
/// stored time, a certificate's not-before, and the authority's word, each with the time that has passed since.
///
/// Only what a synchronised clock said, or what follows from the floor itself, is stored: a clock that jumped ahead
/// once must not hold for ever. An authority's word, which came over a checked connection, corrects a stored time.
struct ClockFloor: Sendable, Equatable {
    /// How often the time is stored, for the sake of the flash (R21).
    static let storeInterval: Duration = .seconds(3_600)

    private var floor: WallTime
    /// When the floor was that.
    private var since: Instant
    /// What cannot be corrected: build and certificates.
    private var proven: WallTime
    private var lastStored: Instant?

    /// - Parameters:
    ///   - build: when the program was built.
    ///   - stored: the last stored time; `nil` = none was.
    init(build: WallTime, stored: WallTime? = nil, now: Instant) {
        floor = max(build, stored ?? build)
        since = now
        proven = build
    }

    /// The civil time to judge by, from what the system's clock says.
    func time(_ clock: WallTime, now: Instant) -> WallTime {
        max(clock, least(now: now))
    }

    /// The earliest it can be.
    func least(now: Instant) -> WallTime {
        floor + max(.zero, now - since)
    }

    /// A certificate was valid from this time on.
    mutating func raise(to notBefore: WallTime, now: Instant) {
        proven = max(proven, notBefore)
        guard notBefore > least(now: now) else { return }
        floor = notBefore
        since = now
    }

    /// The authority's clock said this just now.
    mutating func authority(issued: WallTime, now: Instant, tolerance: Duration = ClockCheck.greatestSkew) {
        let least = least(now: now)
        guard issued > least || least - issued > tolerance else { return }
        floor = max(issued, proven)
        since = now
    }

    /// What to store now, if that is due; it counts as stored.
    mutating func storeDue(_ clock: WallTime, now: Instant, synchronised: Bool) -> WallTime? {
        if let lastStored, now - lastStored < Self.storeInterval { return nil }
        lastStored = now
        if synchronised, clock > least(now: now) {
            floor = clock
            since = now
        }
        return least(now: now)
    }
}
