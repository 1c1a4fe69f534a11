import Schema

/// Whether a revocation list may take the place of the one the broker has.
///
/// OpenSSL keeps the lists it has read before and takes the one made last, by whole seconds; so a list that was not
/// made later, by number and by time, would do nothing or take a revocation back.
enum RevocationRule {
    enum Verdict: Equatable {
        case install
        /// It is there already.
        case keep
        case refuse(BeaconBusError)
    }

    /// - Parameters:
    ///   - isOurs: whether the site's authority signed it.
    ///   - isSame: whether it is the installed one, byte for byte.
    ///   - floor: the greatest number of this authority that was ever installed.
    static func judge(
        _ list: InstalledList?, isOurs: Bool, isSame: Bool, installed: InstalledList?, floor: UInt64, now: WallTime
    ) -> Verdict {
        guard isOurs else { return refuse("it was not signed by the site's authority") }
        guard let list else { return refuse("it has no number") }
        if isSame { return .keep }
        // The newest one itself may be put back where it has gone.
        guard list.number > installed?.number ?? 0, list.number >= floor else {
            return refuse("its number is \(list.number), and number \(max(installed?.number ?? 0, floor)) was there")
        }
        // Before anything else is broken by it: with such a list the broker would refuse everybody.
        guard list.nextUpdate > now else {
            return refuse("it was good until \(list.nextUpdate), and it is \(now)", .certificateExpired)
        }
        guard list.thisUpdate <= now else {
            return refuse("it was made at \(list.thisUpdate), and it is \(now)", .clockWrong)
        }
        if let installed, list.thisUpdate <= installed.thisUpdate {
            return refuse("it was made at \(list.thisUpdate), not later than the one that is there")
        }
        return .install
    }

    private static func refuse(_ reason: String, _ code: ErrorCode = .certificateInvalid) -> Verdict {
        .refuse(
            BeaconBusError(
                code, "The revocation list is not installed", reason: reason,
                suggestion: "Let the authority make a new one; check the clocks of both.", retryable: true))
    }
}
