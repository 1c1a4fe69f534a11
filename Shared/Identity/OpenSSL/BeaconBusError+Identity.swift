internal import Schema

extension BeaconBusError {
    /// A signing request that is refused; `reason` is a clause.
    static func csr(_ reason: String) -> BeaconBusError {
        BeaconBusError(
            .csrInvalid, reason: reason,
            suggestion: "Make the request anew: one CN that is the client id, a P-256 key, nothing else.")
    }

    /// A certificate, key or list that cannot be used; `reason` is a clause.
    static func certificate(
        _ reason: String, suggestion: String = "Have it issued anew, or put the right file in its place."
    ) -> BeaconBusError {
        BeaconBusError(.certificateInvalid, reason: reason, suggestion: suggestion)
    }

    /// An access token that is no valid one; `reason` is a clause without any part of the token.
    static func token(_ reason: String, code: ErrorCode = .tokenInvalid) -> BeaconBusError {
        BeaconBusError(code, reason: reason, suggestion: "Get a new access token for this app and node.")
    }
}
