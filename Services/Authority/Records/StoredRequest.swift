import Schema

/// A node's request as it is remembered for 24 hours (idempotency, T4).
struct StoredRequest: Equatable, Sendable {
    /// What it was answered with.
    enum Answer: Equatable, Sendable {
        /// The body of the reply, as JSON.
        case reply(JSONValue)
        case refusal(BeaconBusError)
    }

    /// SHA-256 of all that the request says.
    let hash: [UInt8]
    /// The validator's acceptance, as long as there is no answer; spent when certificates are issued.
    var acceptance: [UInt8]?
    var answer: Answer?
}
