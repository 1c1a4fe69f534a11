import Bus
import Schema
import ServiceKit

extension AuthorityHandler {
    /// What happens by itself: pairs that were never activated or are superseded die, what is over is let go, and new
    /// certificates of the site's own clients are taken over.
    func care(_ link: BusLink) {
        var hasWaiting = false
        do {
            try checkClock(link)
            try unit(link) { store in
                try end(.pending, after: AuthoritySetup.pendingLife, store)
                try end(.superseded, after: AuthoritySetup.supersededLife, store)
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

    private func end(_ status: IssuedStatus, after life: Duration, _ store: AuthorityStore) throws {
        let now = now
        for set in try store.sets(status, since: now - life) {
            try store.setStatus(set.id, .revoked, now)
            let certificates = try store.revoke(set: set.id, now)
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

    private func purge(_ store: AuthorityStore) throws {
        let now = now
        if try store.purgeNodes(waitingSince: now - AuthoritySetup.waitingLife, now) > 0 { try store.accessChanged() }
        _ = try store.purgeRequests(before: now - AuthorityStore.requestLife)
        _ = try store.purgeSets(before: now)
        _ = try store.purgeCertificates(before: now - AuthoritySetup.expiredLife)
        try TokenJudge.purge(in: store.database, at: now)
    }
}
