import Schema

/// From when to when a certificate is good, in whole seconds as X.509 has it. Pure.
struct CertificateTerm: Equatable, Sendable {
    let notBefore: WallTime
    let notAfter: WallTime

    /// How far the beginning lies back, so that a clock a little behind ours takes it (at most 60 s).
    static let backdating = Duration.seconds(59)

    /// - Parameters:
    ///   - life: counted from now; cut at the end of the authority's own certificate.
    /// - Throws: `certificateExpired` if that end has come, `clockWrong` if its beginning has not.
    init(now: WallTime, life: Duration, authorityFrom: WallTime, authorityTo: WallTime) throws(BeaconBusError) {
        guard now >= authorityFrom else {
            throw BeaconBusError(
                .clockWrong, "The authority's clock is wrong",
                reason: "it says \(now), before its own certificate begins (\(authorityFrom))",
                suggestion: "Set the clock of the machine that runs beacon-authority.")
        }
        guard now + .seconds(1) < authorityTo else {
            throw BeaconBusError(
                .certificateExpired, "The authority's own certificate has expired",
                reason: "it ended at \(authorityTo), the clock says \(now)",
                suggestion: "Make a new authority for the site, or set the clock.")
        }
        notBefore = max(Self.second(now - Self.backdating), authorityFrom)
        notAfter = min(Self.second(now + max(life, .seconds(1))), authorityTo)
    }

    private static func second(_ time: WallTime) -> WallTime {
        let milliseconds = time.milliseconds
        let rest = ((milliseconds % 1_000) + 1_000) % 1_000
        return WallTime(milliseconds: milliseconds - rest)
    }
}
