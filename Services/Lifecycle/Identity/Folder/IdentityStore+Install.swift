import Identity
import Schema

/// Putting to use what the authority gave.
extension IdentityStore {
    /// Checks everything of an answer, then puts the pair to use in one step and forgets the request. Repeating it after
    /// a crash is harmless.
    ///
    /// Throws `clockWrong`, `certificateExpired`, `certificateInvalid`, a store's code: then the pair before is in use.
    func install(
        _ reply: CertificateReply, for record: RequestRecord, time: WallTime
    ) throws(BeaconBusError) {
        try alone { () throws(BeaconBusError) in
            let judged = try ClockCheck.time(issued: reply.issued, asked: record.made, own: time)
            guard let pending = try folder.pending(), let scannerKey = pending.scannerKey,
                pending.record["id"]?.stringValue == record.id.description
            else { throw Self.invalid("the keys it was asked with are gone") }
            guard let trust = try folder.authority() else { throw Self.invalid("there is no pinned authority") }
            let kept = SetRecord(chainBegan: record.chainBegan ?? reply.issued, issued: reply.issued)
            _ = try folder.install(
                reply.set, chains: reply.chains, lifecycleKey: pending.lifecycleKey, scannerKey: scannerKey,
                record: try JSONValue(encoding: kept), site: site, node: node, trust: trust, at: judged)
            // The pair is in use; a request that stays is repeated, and answered with the same pair.
            try? folder.removePending()
        }
    }

    /// The proofs that this node holds both keys of a pair.
    func activation(of set: CertificateSetID, _ request: RequestID) throws(BeaconBusError) -> ActivateRequest {
        try alone { () throws(BeaconBusError) in
            guard let current = try folder.current(), current.id == set else {
                throw Self.invalid("set \(set) is not in use any more")
            }
            let bytes = IdentityProof.activation(site: site, node: node, set: set, request: request)
            return ActivateRequest(
                node: node, set: set, lifecycleProof: try IdentityProof.sign(bytes, with: current.lifecycleKey),
                scannerProof: try IdentityProof.sign(bytes, with: current.scannerKey))
        }
    }

    /// The authority knows: the set before and the one-time credential, which is dead now, are not needed any more.
    func activated(_ set: CertificateSetID) throws(BeaconBusError) {
        try alone { () throws(BeaconBusError) in
            try folder.markActivated(set)
            if let bundle = try? folder.bundle(), bundle.client != .joining(site) { try folder.removeBundle() }
            folder.cleanUp()
        }
    }

    /// A pair that was never activated and will not be: back to the one before it.
    func discard(_ set: CertificateSetID) throws(BeaconBusError) {
        try alone { () throws(BeaconBusError) in try folder.discard(set) }
    }

    static func invalid(_ reason: String) -> BeaconBusError {
        BeaconBusError(
            .certificateInvalid, "The authority's answer cannot be used.", reason: reason,
            suggestion: "Start the node again; see the authority's log.")
    }
}
