import Identity
import Schema

/// Requests to the authority: made once, stored before they are sent, forgotten with their final answer.
extension IdentityStore {
    /// The stored request of this kind where it may be resumed and there is one, otherwise a new one with new keys.
    ///
    /// Throws what makes it impossible: `tokenMissing`, `certificateInvalid`, a store's code. Then what was there before is
    /// there still.
    func request(
        _ order: RequestOrder, resume: Bool, time: WallTime
    ) throws(BeaconBusError) -> RequestRecord {
        try alone { () throws(BeaconBusError) in
            try folder.check()
            if resume, let stored = try storedRequest(), stored.kind == order.kind { return stored }
            return try make(order, time)
        }
    }

    /// Forgets the request under way.
    func discardRequest() throws(BeaconBusError) {
        try alone { () throws(BeaconBusError) in try folder.removePending() }
    }

    private func storedRequest() throws(BeaconBusError) -> RequestRecord? {
        guard let pending = try folder.pending(), pending.record["joins"] == nil else { return nil }
        let record = try pending.record.decode(RequestRecord.self)
        guard record.version == RequestRecord.currentVersion, record.node == node, pending.scannerKey != nil else {
            return nil
        }
        return record
    }

    private func make(_ order: RequestOrder, _ time: WallTime) throws(BeaconBusError) -> RequestRecord {
        let lifecycleKey = try PrivateKey.generate()
        let scannerKey = try PrivateKey.generate()
        let lifecycle = try SigningRequest.make(for: ClientID(kind: .node, site: site, node), key: lifecycleKey)
        let scanner = try SigningRequest.make(for: ClientID(kind: .scanner, site: site, node), key: scannerKey)
        var record = RequestRecord(
            id: .random(), kind: order.kind, node: node, lifecycle: lifecycle.pem, scanner: scanner.pem, made: time)
        switch order {
        case .enrol(let token, let user, let app):
            guard let token else {
                throw BeaconBusError(
                    .tokenMissing, reason: "there is no stored request to repeat",
                    suggestion: "Start the node again; it asks for a token then.")
            }
            (record.user, record.app, record.token) = (user, app, token.text)
        case .renew:
            guard let current = try folder.current() else {
                throw BeaconBusError(
                    .certificateInvalid, reason: "there is no pair to renew",
                    suggestion: "Start the node again; it asks for a token then.")
            }
            let bytes = IdentityProof.renewal(
                site: site, node: node, request: record.id,
                requestsHash: IdentityProof.requestsHash(record.requests))
            record.proof = try IdentityProof.sign(bytes, with: current.lifecycleKey)
            record.chainBegan = (try? current.record.decode(SetRecord.self))?.chainBegan ?? current.notBefore
        }
        try folder.storePending(
            PendingRequest(
                record: try JSONValue(encoding: record), lifecycleKey: lifecycleKey, scannerKey: scannerKey))
        return record
    }
}
