import Schema

/// When a pair is renewed while the node runs: at a random instant in 60–75 % of its life, then with back-off (D5).
struct RenewalClock: Sendable {
    /// The instant of the present pair, in civil time.
    private(set) var at: WallTime?
    /// Not before this, after a failure or a start that came late.
    var notBefore = Instant.zero
    var failures = 0
    /// The pair whose chain of renewals has been told to be at its end.
    var toldOverdue: CertificateSetID?

    /// Draws the instant of a new pair. One that has already passed is not taken at once by all nodes of a site
    /// together: it waits up to a minute.
    mutating func plan(
        _ pair: IdentityHoldings.Pair, _ moment: Moment, using random: inout some RandomNumberGenerator
    ) {
        let life = Double(max(pair.life.saturatedMilliseconds, 0))
        let at = pair.notBefore + .milliseconds(Int64(life * Double.random(in: 0.60...0.75, using: &random)))
        self.at = at
        failures = 0
        notBefore = .zero
        guard at <= moment.time else { return }
        let spread = min(60_000, Int64(life / 100))
        notBefore = moment.now + .milliseconds(Int64.random(in: 0...max(spread, 1), using: &random))
    }
}
