import Access
import Bus
import Identity
import Schema
import ServiceKit
import Store

extension AuthorityHandler {
    /// Brings the access folder up to date, if something has changed: the list first, so that whoever the document lets
    /// in is judged by the newest one. Without a connection, too: a broker whose list has run out lets nobody in, and
    /// only a new one ends that.
    func publishAccess(_ link: BusLink) {
        defer { letWait(link) }
        guard access.failure == nil, !access.hasTransaction else { return }
        if publication.failure != nil, let due = publication.due, link.now < due { return }
        publication.due = nil
        publication.failure = nil
        // Each for itself: a clock that forbids a new list is no reason to let a revoked node stay.
        attemptPublication(link) { try publishList(link) }
        attemptPublication(link) { try publishDocument(link) }
        publication.isUrgent = false
    }

    private func attemptPublication(_ link: BusLink, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            let error = BeaconBusError.common(error)
            publication.failure = error
            publication.due = link.now + Publication.patience
            logger.error(
                "the access folder cannot be written", .code(error.code.description), .reason(error.reason),
                .suggestion(error.suggestion))
        }
    }

    /// Lets those wait for the broker whose change was written now; also where that failed, so that each gets its answer.
    private func letWait(_ link: BusLink) {
        guard !access.hasTransaction else { return }
        let waiting = publication.waiting
        publication.waiting = []
        for wait in waiting { wait() }
    }

    private func publishList(_ link: BusLink) throws {
        let now = now
        var list = try access.read(link.now) { try $0.list() }
        let isMissing = publication.writtenList == nil ? folder.listNumber != list.number : false
        let isDue = now - list.issued >= setup.listLife / 3
        publication.listNumber = list.number
        noteList(list, now)
        guard list.isStale || isMissing || isDue else {
            publication.writtenList = list.number
            return
        }
        guard publication.isUrgent || isMissing || link.now >= publication.rest else {
            publication.due = publication.rest
            return
        }
        try checkClock(link)
        guard let stamp = list.nextStamp(now) else {
            publication.due = link.now + Publication.interval
            return
        }
        // Number and time are taken for good before anybody can see them; the list counts as made when it lies there.
        list.number += 1
        list.stamp = stamp
        list.isStale = true
        let revoked = try access.unit(link.now) { store in
            try store.put(list)
            return try store.revoked(now)
        }
        try access.commit(link.now, now)
        let pem = try setup.authority.revocationList(
            revoked, number: list.number, issued: stamp, nextUpdate: now + setup.listLife)
        try folder.write(list: pem)
        list.issued = now
        list.isStale = false
        _ = try access.unit(link.now) { try $0.put(list) }
        try access.commit(link.now, now)
        publication.writtenList = list.number
        publication.listNumber = list.number
        publication.rest = link.now + Publication.interval
        noteList(list, now)
    }

    private func publishDocument(_ link: BusLink) throws {
        let revision = try access.read(link.now) { try $0.revision() }
        publication.revision = revision
        if publication.writtenRevision == nil, folder.revision == revision { publication.writtenRevision = revision }
        guard publication.writtenRevision != revision else { return }
        guard publication.isUrgent || publication.writtenRevision == nil || link.now >= publication.rest else {
            publication.due = publication.rest
            return
        }
        let document = try access.read(link.now) { try AccessDocument($0, site: setup.site, now) }
        try folder.write(document)
        publication.writtenRevision = revision
        publication.rest = link.now + Publication.interval
    }

    /// The alarm: a list past half of its life was not renewed, and when it ends nobody gets in any more.
    private func noteList(_ list: RevocationListRecord, _ now: WallTime) {
        let age = now - list.issued
        guard age >= setup.listLife / 2 else { return conditions.setList(.good) }
        conditions.setList(.degraded("the revocation list is \(age.saturatedMilliseconds / 1_000) s old"))
    }
}
