import Identity
import Schema

/// What matters of the revocation list the broker uses.
struct InstalledList: Sendable, Equatable {
    var number: UInt64
    var thisUpdate: WallTime
    var nextUpdate: WallTime
    /// How many certificates are revoked.
    var count: Int

    init(number: UInt64, thisUpdate: WallTime, nextUpdate: WallTime, count: Int) {
        self.number = number
        self.thisUpdate = thisUpdate
        self.nextUpdate = nextUpdate
        self.count = count
    }

    /// Nil for a list without a number.
    init?(_ list: RevocationList) {
        guard let number = list.number else { return nil }
        self.init(
            number: number, thisUpdate: list.thisUpdate, nextUpdate: list.nextUpdate, count: list.serials.count)
    }

    /// How near its end it is.
    enum Age: Sendable, Equatable {
        case good
        /// More than half of its life is over: the authority should have made a new one at a third.
        case old
        /// Past its end, where a broker refuses every certificate.
        case over
    }

    /// Judges the age by the wall clock.
    func age(_ now: WallTime) -> Age {
        if now >= nextUpdate { return .over }
        return now - thisUpdate > (nextUpdate - thisUpdate) / 2 ? .old : .good
    }

    /// What to tell people about its age; nil while it is good.
    func complaint(_ now: WallTime) -> BeaconBusError? {
        switch age(now) {
        case .good: nil
        case .old:
            BeaconBusError(
                .certificateExpired, "The revocation list grows old",
                reason: "number \(number) is good until \(nextUpdate), and more than half of its life is over",
                suggestion: "See why the authority makes no new one; past that time the broker refuses everybody.",
                retryable: true)
        case .over:
            BeaconBusError(
                .certificateExpired, "The revocation list has expired: the broker refuses everybody",
                reason: "number \(number) was good until \(nextUpdate)",
                suggestion: "Start beacon-authority, which makes a new one; check this machine's clock.",
                retryable: true)
        }
    }
}
