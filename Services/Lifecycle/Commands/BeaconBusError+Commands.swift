import Schema

extension BeaconBusError {
    /// A command that waited longer than its `ttl` or Message Expiry (D14).
    static let outdated = BeaconBusError(
        .commandExpired, reason: "its time to live ran out before it could be carried out",
        suggestion: "Send it again, with a longer ttl if the node is slow to stop.")

    /// More commands than a node takes.
    static let tooMany = BeaconBusError(
        .busy, reason: "the node gets more commands than it takes in a short time",
        suggestion: "Wait for the outcome of a command before the next one.")
}
