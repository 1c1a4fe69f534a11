import Bus
import Identity
import Schema
import Store

extension AuthorityHandler {
    /// A status goes out for counters alone at most this often.
    static let statusInterval = Duration.seconds(10)

    /// What is wrong, and whether nothing can be issued because of it; nil while all is well.
    private func problem(_ link: BusLink) -> (error: BeaconBusError, stops: Bool)? {
        if let failure = access.failure { return (failure, true) }
        if let newest = try? access.read(link.now, { try $0.newestTime() }),
            let clock = ClockCheck.problem(now, newest: newest, greatestGap: setup.greatestGap)
        {
            return (clock, true)
        }
        let end = setup.authority.certificate.notAfter
        if end <= now { return (.authorityEnds(end), true) }
        if let list = try? access.read(link.now, { try $0.list() }), now - list.issued >= setup.listLife / 2 {
            return (.staleList(now - list.issued, life: setup.listLife, cause: publication.failure), false)
        }
        if let failure = publication.failure { return (failure, false) }
        if end - now < Self.endWarning { return (.authorityEnds(end), false) }
        return (audit.failure ?? refusals.failure).map { ($0, false) }
    }

    /// So long before its end the authority's own certificate is a matter for the status.
    private static let endWarning = Duration.seconds(30 * 86_400)

    /// When the status is due because of counters alone.
    var statusDue: Instant? {
        counters.status(status.figures) == status.counters ? nil : status.at.map { $0 + Self.statusInterval }
    }

    /// Publishes the status when something that matters is different, or counters after the interval.
    func publishStatusIfDue(_ now: Instant, _ link: BusLink) {
        let isDue = statusDue.map { now >= $0 } ?? false
        if isDue || problem(link)?.error.code != status.error { publishStatus(link) }
    }

    func publishStatus(_ link: BusLink, isOnline: Bool = true) {
        if let figures = try? access.read(link.now, { try AuthorityFigures($0, now) }) { status.figures = figures }
        let problem = problem(link)
        status.counters = counters.status(status.figures)
        status.error = problem?.error.code
        status.at = link.now
        let message = ServiceStatus(
            service: Self.name, version: setup.version, instance: setup.instance, connection: link.connection,
            online: isOnline, ready: isOnline && problem?.stops != true, counters: status.counters,
            error: problem?.error)
        attempt("status") { try link.setRetained(.service(Self.name), message) }
    }
}
