extension Duration {
    /// The span in nanoseconds, rounded towards zero, saturating at ± 292 years.
    @inlinable
    public var saturatedNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds > 0 ? .max : .min }
        let (sum, carried) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        return carried ? (seconds > 0 ? .max : .min) : sum
    }

    /// The span in whole milliseconds, rounded towards zero, saturating: the unit of durations on the wire.
    @inlinable
    public var saturatedMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        if overflow { return seconds > 0 ? .max : .min }
        let (sum, carried) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return carried ? (seconds > 0 ? .max : .min) : sum
    }
}
