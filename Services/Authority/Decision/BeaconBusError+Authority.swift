import Schema

extension BeaconBusError {
    static func rateLimited(_ who: String, _ limit: Int, _ wait: Duration) -> BeaconBusError {
        BeaconBusError(
            .rateLimited, reason: "\(who) has asked more than \(limit) times in a minute",
            suggestion: "Ask again after \(max(1, (wait.saturatedMilliseconds + 999) / 1_000)) s.")
    }

    static func refusedOften(_ node: NodeID, _ limit: Int, _ wait: Duration) -> BeaconBusError {
        BeaconBusError(
            .rateLimited, reason: "the node \(node) was refused \(limit) times in a minute, and is not listened to",
            suggestion: "Mend what it was refused for, and ask again after "
                + "\(max(1, (wait.saturatedMilliseconds + 999) / 1_000)) s.")
    }

    static func unexpected(_ node: NodeID) -> BeaconBusError {
        BeaconBusError(
            .nodeUnexpected, reason: "nobody has announced or approved \(node)",
            suggestion: "beaconctl node approve \(node), or beaconctl node add \(node).")
    }

    static func banned(_ node: NodeID) -> BeaconBusError {
        BeaconBusError(
            .nodeBanned, reason: "\(node) was revoked with a ban",
            suggestion: "An operator may let it in again: beaconctl node forget \(node), then node add.")
    }

    static func keyOfAnother(_ node: NodeID) -> BeaconBusError {
        BeaconBusError(
            .nodeBound, reason: "a key that \(node) asks with is another node's",
            suggestion: "Remove the copied key files from this machine, so that it makes keys of its own.")
    }

    static func waits(_ node: NodeID, _ fingerprint: String) -> BeaconBusError {
        BeaconBusError(
            .approvalPending, reason: "\(node) with the key \(fingerprint) waits for approval",
            suggestion: "beaconctl node approve \(node) --fingerprint \(fingerprint)")
    }

    /// With its own certificate everything that it has issued ends.
    static func authorityEnds(_ end: WallTime) -> BeaconBusError {
        BeaconBusError(
            .certificateExpired, "The authority's own certificate ends", reason: "it is good until \(end)",
            suggestion: "Make a new authority for the site in time: all nodes have to enrol with it.")
    }

    /// The alarm: when the list ends, nobody gets in any more.
    static func staleList(_ age: Duration, life: Duration, cause: BeaconBusError?) -> BeaconBusError {
        BeaconBusError(
            cause?.code ?? .storeFailed, "The revocation list has not been renewed",
            reason: "it is \(age.saturatedMilliseconds / 1_000) s old and good for "
                + "\(life.saturatedMilliseconds / 1_000) s; \(cause?.reason ?? "it could not be made")",
            suggestion: "Repair this before it ends: with a stale list the broker lets nobody in.", retryable: true,
            causes: cause.map { [$0] } ?? [])
    }

    static func noSuch(_ what: String, _ suggestion: String) -> BeaconBusError {
        BeaconBusError(.notFound, reason: "\(what) is not known here", suggestion: suggestion, retryable: false)
    }

    static let conflict = BeaconBusError(
        .requestConflict, reason: "this id was used before, with another content",
        suggestion: "Take a new id for a new request.")
}
