import Schema

/// Whether the authority's own clock can be believed (D17). Pure.
enum ClockCheck {
    /// Small steps back, as a time server makes them, are no reason to stop.
    static let tolerance = Duration.seconds(60)

    /// - Parameters:
    ///   - newest: the newest time that was ever stored; nil where nothing was.
    ///   - greatestGap: a clock further ahead of that is taken for wrong: one run into the future would otherwise
    ///     make all certificates invalid and forbid to go back.
    static func problem(
        _ now: WallTime, newest: WallTime?, greatestGap: Duration
    ) -> BeaconBusError? {
        guard let newest else { return nil }
        if now + tolerance < newest {
            return BeaconBusError(
                .clockWrong, "The authority's clock is wrong",
                reason: "it says \(now), and \(newest) has been before",
                suggestion: "Set the clock of the machine that runs beacon-authority; nothing is issued until then.")
        }
        if now - newest > greatestGap {
            return BeaconBusError(
                .clockWrong, "The authority's clock is probably wrong",
                reason: "it says \(now), and the last time stored is \(newest)",
                suggestion: "Set the clock; if it is right, set authority.clock.greatestGap to more than that.")
        }
        return nil
    }
}
