import Schema

/// Whether this node's clock and the authority's agree well enough to judge certificates by.
enum ClockCheck {
    /// What a clock may be off against the authority's; more is a wrong clock, whichever of the two it is.
    static let greatestSkew: Duration = .seconds(300)

    /// When to judge what was issued, so that a little skew does no harm. Throws `clockWrong`.
    ///
    /// - Parameters:
    ///   - issued: the authority's clock when it signed; a repeated answer is as old as its request may be.
    ///   - asked: this node's clock when the request was made.
    ///   - time: this node's clock, never behind its floor (D17).
    static func time(
        issued: WallTime, asked: WallTime, own time: WallTime
    ) throws(BeaconBusError) -> WallTime {
        let ahead = issued > time ? time - issued : max(.zero, min(asked, time) - issued)
        guard ahead <= greatestSkew, ahead >= .zero - greatestSkew else {
            let seconds = abs(ahead.saturatedMilliseconds) / 1_000
            throw BeaconBusError(
                .clockWrong,
                reason: "this node's clock says \(time), the authority's \(issued): \(seconds) s "
                    + (ahead > .zero ? "ahead" : "behind"),
                suggestion: "Set the node's clock, and have a time service keep it.")
        }
        return max(time, issued)
    }
}
