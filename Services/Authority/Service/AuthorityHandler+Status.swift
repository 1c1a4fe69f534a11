import Bus
import Identity
import Schema
import ServiceKit

extension AuthorityHandler {
    /// A status goes out for counters alone at most this often.
    static let statusInterval = Duration.seconds(10)

    /// Why the authority does not do all of its work; nil while it does.
    private func problem(_ link: BusLink) -> BeaconBusError? {
        if let failure = access.failure { return failure }
        if let newest = try? access.read(link.now, { try $0.newestTime() }),
            let clock = ClockCheck.problem(now, newest: newest, greatestGap: setup.greatestGap)
        {
            return clock
        }
        if let list = try? access.read(link.now, { try $0.list() }), now - list.issued >= setup.listLife / 2 {
            return .staleList(now - list.issued, life: setup.listLife, cause: publication.failure)
        }
        if let failure = publication.failure { return failure }
        if setup.authority.certificate.notAfter <= now {
            return BeaconBusError(
                .certificateExpired, "The authority's own certificate has expired",
                reason: "it ended at \(setup.authority.certificate.notAfter)",
                suggestion: "Make a new authority for the site.")
        }
        return audit.failure
    }

    /// When the status is due because of counters alone.
    var statusDue: Instant? {
        counters.status(status.figures) == status.counters ? nil : status.at.map { $0 + Self.statusInterval }
    }

    /// Publishes the status when something that matters is different, or counters after the interval.
    func publishStatusIfDue(_ now: Instant, _ link: BusLink) {
        let isDue = statusDue.map { now >= $0 } ?? false
        if isDue || problem(link)?.code != status.error { publishStatus(link) }
    }

    func publishStatus(_ link: BusLink, isOnline: Bool = true) {
        if let figures = try? access.read(link.now, { try AuthorityFigures($0, now) }) { status.figures = figures }
        let problem = problem(link)
        status.counters = counters.status(status.figures)
        status.error = problem?.code
        status.at = link.now
        let message = ServiceStatus(
            service: Self.name, version: setup.version, instance: setup.instance, connection: link.connection,
            online: isOnline, ready: isOnline && access.failure == nil, counters: status.counters, error: problem)
        attempt("status") { try link.setRetained(.service(Self.name), message) }
    }
}
