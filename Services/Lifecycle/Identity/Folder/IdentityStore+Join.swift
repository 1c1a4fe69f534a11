import Identity
import Schema

/// Being let in as a machine that nobody has announced.
extension IdentityStore {
    /// The signing request for this node's own bootstrap certificate; its key is on the disk, and stays the same until it
    /// is answered.
    func joinRequest(time: WallTime) throws(BeaconBusError) -> SigningRequest {
        try alone { () throws(BeaconBusError) in
            try folder.check()
            if let pending = try folder.pending(), let text = pending.record["joins"]?.stringValue {
                return try SigningRequest(pem: text)
            }
            let key = try PrivateKey.generate()
            let request = try SigningRequest.make(for: ClientID(kind: .bootstrap, site: site, node), key: key)
            try folder.storePending(
                PendingRequest(
                    record: .object(["joins": .string(request.pem), "made": .string("\(time)")]), lifecycleKey: key,
                    scannerKey: nil))
            return request
        }
    }

    /// Puts the answer where an operator would have put it.
    func joined(_ reply: JoinReply, time: WallTime) throws(BeaconBusError) {
        try alone { () throws(BeaconBusError) in
            guard let pending = try folder.pending(), pending.record["joins"] != nil else {
                throw Self.invalid("the key it was asked with is gone")
            }
            guard let trust = try folder.authority() else { throw Self.invalid("there is no pinned authority") }
            let bundle = try BootstrapBundle(
                key: pending.lifecycleKey, chain: try Certificate.chain(pem: reply.chain), trust: trust)
            guard bundle.client == ClientID(kind: .bootstrap, site: site, node) else {
                throw Self.invalid("the certificate is that of \(bundle.client)")
            }
            guard time < bundle.notAfter else {
                throw BeaconBusError(
                    .certificateExpired, reason: "it is \(time), and it was good until \(bundle.notAfter)",
                    suggestion: "See the node's clock, then have it approved again.")
            }
            try folder.store(bundle)
            try folder.splitBundle(site: site, node: node)
            try folder.removePending()
        }
    }
}
