import Bus
import Identity
import Schema
import ServiceKit

extension AuthorityHandler {
    /// Announces a node, or lets a known one come with new keys, and gives its one-time bootstrap certificate.
    func nodeAdd(_ request: Request<NodeAddCommand>, _ by: Operator, _ link: BusLink) throws {
        let command = request.body
        guard command.node.description != Self.reservedNode else {
            throw BeaconBusError(
                .identifierInvalid, reason: "no node may be called \(command.node)", suggestion: "Take another name.")
        }
        try checkClock(link)
        let client = ClientID(kind: .bootstrap, site: setup.site, command.node)
        let signingRequest = try SigningRequest(pem: command.request)
        try signingRequest.check(for: client)
        let life = command.validity.map { Duration.milliseconds($0) } ?? AuthoritySetup.bundleLife
        guard life >= .seconds(1), life <= .seconds(90 * 86_400) else {
            throw BeaconBusError.field("validity", "must be 1000 to \(90 * 86_400_000) ms", code: .commandInvalid)
        }
        try access.read(link.now) { store in
            if let app = command.app, try store.app(app) == nil { throw BeaconBusError.noApp(app) }
            if try store.node(command.node)?.state == .banned { throw BeaconBusError.banned(command.node) }
        }
        sign([order(client, signingRequest, try term(life))], link) { [unowned self] result, link in
            do {
                try added(request, try result.get()[0], by, link)
            } catch {
                refuse(request.reply, BeaconBusError.common(error), by.topic, link)
            }
        }
    }

    private func added(
        _ request: Request<NodeAddCommand>, _ certificate: Certificate, _ by: Operator, _ link: BusLink
    ) throws {
        let command = request.body
        let now = now
        let rebinds = try unit(link) { store in
            let known = try store.node(command.node)
            if known?.state == .banned { throw BeaconBusError.banned(command.node) }
            guard try known != nil || store.nodeCount() < AuthorityStore.maximumNodes else {
                throw BeaconBusError(
                    .commandInvalid, reason: "\(AuthorityStore.maximumNodes) nodes are known, more are not possible",
                    suggestion: "Forget nodes that are gone: beaconctl node forget.", retryable: false)
            }
            var record = known ?? NodeRecord(node: command.node, state: .known, since: now)
            record.state = .known
            record.expectedApp = command.app
            record.expectedUser = command.user
            record.expectedUntil = certificate.notAfter
            record.askingKey = nil
            record.since = now
            let epoch = try store.nextEpoch()
            // Only the newest bundle of a node is good.
            let hadBundle = try store.revoke(node: command.node, only: .bundle, now) > 0
            if known?.state != .known {
                // A gate that was not there when an earlier one of this name was put off has yet to cut it off.
                (record.pairEpoch, record.bootstrapEpoch) = (epoch, epoch)
            } else if hadBundle {
                record.bootstrapEpoch = epoch
            }
            try store.put(record)
            try store.insert(IssuedCertificate(certificate, purpose: .bundle, node: command.node, now))
            return known?.app != nil
        }
        note(.nodeAdd, by) { entry in
            entry.node = command.node
            entry.app = command.app
            entry.user = command.user
            entry.serials = [certificate.serial]
        }
        let reply = NodeAddReply(
            node: command.node, chain: certificate.pem, authority: setup.authority.certificate.pem,
            notAfter: certificate.notAfter, rebinds: rebinds)
        whenApplied(request.reply, by, link) { [unowned self] duration in
            var reply = reply
            reply.applied = duration != nil
            answerNow(request.reply, reply, link)
        }
    }

    /// Lets a machine in that waits.
    func nodeApprove(_ request: Request<NodeApproveCommand>, _ by: Operator, _ link: BusLink) throws {
        let command = request.body
        let now = now
        try checkClock(link)
        let key = try unit(link) { store in
            guard var record = try store.node(command.node) else {
                throw BeaconBusError.noSuch("the node \(command.node)", "Look at `beaconctl node list`.")
            }
            if record.state == .banned { throw BeaconBusError.banned(command.node) }
            guard record.state != .known else {
                throw BeaconBusError(
                    .commandInvalid, reason: "\(command.node) does not wait for approval",
                    suggestion: "Look at `beaconctl node list`.", retryable: false)
            }
            let hadKey = try record.state == .revoked || store.hadPair(command.node)
            try Approval.check(record, fingerprint: command.fingerprint, hadKey: hadKey)
            record.state = .known
            record.expectedApp = nil
            record.expectedUser = nil
            record.expectedUntil = now + AuthoritySetup.bundleLife
            record.since = now
            let epoch = try store.nextEpoch()
            (record.pairEpoch, record.bootstrapEpoch) = (epoch, epoch)
            try store.put(record)
            return record.askingKey
        }
        note(.nodeApprove, by) { entry in
            entry.node = command.node
            entry.reason = key.map { "with the key \($0)" }
        }
        let reply = NodeChangeReply(node: command.node, standing: .expected, certificates: 0, fingerprint: key)
        whenApplied(request.reply, by, link) { [unowned self] duration in
            var reply = reply
            reply.duration = duration?.saturatedMilliseconds
            answerNow(request.reply, reply, link)
        }
    }

    /// Takes a node's certificates back and has it cut off.
    func nodeRevoke(_ request: Request<NodeRevokeCommand>, _ by: Operator, _ link: BusLink) throws {
        let command = request.body
        let now = now
        let (standing, certificates) = try unit(link) { store in
            guard var record = try store.node(command.node) else {
                throw BeaconBusError.noSuch("the node \(command.node)", "Look at `beaconctl node list`.")
            }
            let certificates = try revokeAll(of: command.node, store, now)
            record.state = command.ban ?? false ? .banned : record.state == .banned ? .banned : .revoked
            record.expectedUntil = nil
            record.askingKey = nil
            record.since = now
            try store.put(record)
            try store.accessChanged()
            return (record.state == .banned ? NodeStanding.banned : .revoked, certificates)
        }
        note(.nodeRevoke, by) { entry in
            entry.node = command.node
            entry.reason = command.reason
        }
        whenApplied(request.reply, by, link) { [unowned self] duration in
            // One that the broker has not cut off may go on, and speak for itself.
            if duration != nil { announceLoss(of: command.node, link) }
            logger.info("a node was revoked", .node(command.node.description), .count("certificates", certificates))
            answerNow(
                request.reply,
                NodeChangeReply(
                    node: command.node, standing: standing, certificates: Int64(certificates),
                    duration: duration?.saturatedMilliseconds), link)
        }
    }

    /// Puts all certificates of a node onto the list; how many.
    func revokeAll(of node: NodeID, _ store: AuthorityStore, _ now: WallTime) throws -> Int {
        for status in [IssuedStatus.active, .pending, .superseded] {
            while let set = try store.set(of: node, status) {
                try store.setStatus(set.id, .revoked, now)
                counters.revokedPairs.add()
            }
        }
        return try store.revoke(node: node, now)
    }
}

extension BeaconBusError {
    static func noApp(_ app: AppID) -> BeaconBusError {
        BeaconBusError(
            .appUnknown, reason: "the app \(app) is not known here", suggestion: "Look at `beaconctl app list`.")
    }
}
