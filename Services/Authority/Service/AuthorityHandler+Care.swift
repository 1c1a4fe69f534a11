import Bus
import Schema
import ServiceKit

extension AuthorityHandler {
    /// So long after a certificate's end its sessions are ended: the clocks of those who use it may differ.
    static let endingDelay = Duration.seconds(60)

    /// What happens by itself: pairs that were never activated or are superseded die, sessions with what has run out end,
    /// what is over is let go, and new certificates of the site's own clients are taken over.
    func care(_ link: BusLink) {
        var hasWaiting = false
        do {
            try checkClock(link)
            try unit(link) { store in
                if nodesCouldReach { try end(.pending, after: AuthoritySetup.pendingLife, store) }
                try end(.superseded, after: AuthoritySetup.supersededLife, store)
                try endSessions(store, link)
                try purge(store)
                hasWaiting =
                    try store.earliestChange(.pending) != nil || store.earliestChange(.superseded) != nil
            }
            importIssued(link)
        } catch {
            let error = BeaconBusError.common(error)
            logger.warning("the records cannot be cared for", .code(error.code.description), .reason(error.reason))
        }
        // What time alone changes shows in the status, too.
        if let figures = try? access.read(link.now, { try AuthorityFigures($0, now) }) { status.figures = figures }
        schedule.done(link.now, hasWaiting: hasWaiting)
    }

    /// A node that uses its new pair already, and could not say so while we were away, tries again every five minutes: it
    /// must not be cut off before.
    private var nodesCouldReach: Bool { connectedSince.map { now - $0 >= Self.activationTime } ?? false }

    private static let activationTime = Duration.seconds(330)

    private func end(_ status: IssuedStatus, after life: Duration, _ store: AuthorityStore) throws {
        let now = now
        for set in try store.sets(status, since: now - life) {
            try store.setStatus(set.id, .revoked, now)
            let certificates = try store.revoke(set: set.id, now)
            // By now the node uses its newer pair; whoever is still there with this one has to go. It costs the node one
            // reconnect.
            try store.endSessions(of: set.node)
            var entry = AuditEntry(status == .pending ? "never-activated" : "superseded", now)
            entry.node = set.node
            entry.set = set.id
            let made = entry
            afterCommit { [unowned self] in
                counters.revokedPairs.add()
                audit.write(made)
                logger.info(
                    "a pair was revoked for its age", .node(set.node.description), .text("set", set.id.description),
                    .count("certificates", certificates))
            } else: { _ in
            }
        }
    }

    /// A broker looks at a certificate when somebody comes, and never again (T13).
    private func endSessions(_ store: AuthorityStore, _ link: BusLink) throws {
        let now = now
        for certificate in try store.newlyEnded(before: now - Self.endingDelay, limit: 2_000) {
            try store.end(certificate)
            logger.info(
                "a certificate has run out", .text("client", certificate.client.description),
                .text("serial", certificate.serial))
            // With another pair the node comes back, and speaks for itself.
            guard let node = certificate.node, certificate.client.kind == .node, certificate.revoked == nil,
                try store.set(of: node, .active).map({ $0.notAfter <= now }) ?? true
            else { continue }
            onceApplied(link) { [unowned self] duration in
                if duration != nil { announceLoss(of: node, kinds: [.node, .scanner], link) }
            } else: { _ in
            }
        }
    }

    private func purge(_ store: AuthorityStore) throws {
        let now = now
        if try store.purgeNodes(waitingSince: now - AuthoritySetup.waitingLife, now) > 0 { try store.accessChanged() }
        _ = try store.purgeRequests(before: now - AuthorityStore.requestLife)
        _ = try store.purgeSets(before: now)
        _ = try store.purgeCertificates(before: now - AuthoritySetup.expiredLife)
        try TokenJudge.purge(in: store.database, at: now)
    }
}
