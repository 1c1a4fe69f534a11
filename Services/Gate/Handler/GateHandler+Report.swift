import Bus
import Schema
import ServiceKit

extension GateHandler {
    /// The newest document the broker has.
    private var reached: UInt64? { isSteering ? reconciler.reached : view.writtenRevision }

    /// Why the broker is not up to date; nil while it is.
    private var hindrance: BeaconBusError? {
        if let error = view.error { return error }
        guard isSteering, reached == nil else { return nil }
        return busError ?? reconciler.problem
    }

    /// The same with what only people need to know.
    private var complaint: BeaconBusError? {
        hindrance ?? view.list?.complaint(now) ?? recordError
    }

    // MARK: - For the authority

    /// When a record that could not be written is tried again.
    var recordDue: Instant? { recordError == nil ? nil : recordAt.map { $0 + Self.statusInterval } }

    /// Writes what has been carried out, when it is different from what was.
    func record(_ now: Instant) {
        var next = applied
        if let reached { next.revision = reached }
        if let list = view.list { (next.crlNumber, next.authority) = (list.number, authority) }
        next.error = hindrance
        if reached == nil, next.error == nil { return }
        guard !isSame(next, applied) || recordDue.map({ now >= $0 }) ?? false else { return }
        next.at = self.now
        if next.revision != applied.revision, let seen = view.seenAt {
            next.took = (now - seen).saturatedMilliseconds
            metrics.applying.observe(Double((now - seen).saturatedMilliseconds) / 1_000)
            logger.info(
                "the broker is up to date", .count("revision", next.revision), .count("crlNumber", next.crlNumber),
                .duration("took", now - seen), .count("cut", reconciler.counters.cut))
        }
        applied = next
        recordAt = now
        do throws(BeaconBusError) {
            try next.write(setup.settings.appliedFile)
            recordError = nil
        } catch {
            recordError = error
        }
    }

    private func isSame(_ one: AppliedRecord, _ other: AppliedRecord) -> Bool {
        one.revision == other.revision && one.crlNumber == other.crlNumber && one.authority == other.authority
            && one.error?.code == other.error?.code && one.error?.reason == other.error?.reason
    }

    // MARK: - For people

    /// Publishes the status when something that matters is different, or counters after the interval.
    func report(_ link: BusLink) {
        let complaint = complaint
        note(complaint, link.now)
        let isUrgent = published.map {
            $0.error?.code != complaint?.code || $0.counters["revision"] != Int64(clamping: applied.revision)
        }
        let isDue = statusAt.map { link.now >= $0 + Self.statusInterval } ?? true
        if isUrgent ?? true || isDue && counters != published?.counters { publishStatus(link) }
        if isDue { statusAt = link.now }
    }

    func publishStatus(_ link: BusLink, isOnline: Bool = true) {
        let error = complaint
        let status = ServiceStatus(
            service: Self.name, version: setup.version, instance: setup.instance, connection: link.connection,
            online: isOnline, ready: isOnline && reached != nil && error == nil, counters: counters, error: error)
        published = status
        statusAt = link.now
        do throws(BeaconBusError) {
            try link.setRetained(.service(Self.name), status)
        } catch {
            logger.warning("the status could not be handed to the bus", .reason(error.reason))
        }
    }

    private var counters: [String: Int64] {
        let figures = reconciler.counters
        return [
            "revision": Int64(clamping: applied.revision), "crl.number": Int64(clamping: applied.crlNumber),
            "crl.revoked": Int64(view.list?.count ?? 0), "clients": Int64(reconciler.clients), "cut": figures.cut,
            "admitted": figures.admitted, "roles": figures.roles, "failures": figures.failures,
            "refusals": view.refusals, "signals": view.signals, "repairs": view.repairs,
        ]
    }

    /// Log, health and metrics.
    private func note(_ complaint: BeaconBusError?, _ instant: Instant) {
        func condition(_ error: BeaconBusError?) -> Health.Condition {
            error.map { .degraded("\($0.code): \($0.reason)") } ?? .good
        }
        conditions.setAccess(
            condition(view.documentError ?? view.rightsError ?? view.securityError ?? reconciler.problem ?? recordError)
        )
        conditions.setList(condition(view.listError ?? view.signalError ?? view.list?.complaint(now)))
        metrics.revision.set(Double(applied.revision))
        metrics.listNumber.set(Double(applied.crlNumber))
        metrics.listRemaining.set(view.list.map { Double(($0.nextUpdate - now).components.seconds) } ?? 0)
        metrics.clients.set(reconciler.clients)
        metrics.cut.set(Double(reconciler.counters.cut))
        metrics.admitted.set(Double(reconciler.counters.admitted))
        metrics.refusals.set(Double(view.refusals))
        metrics.failures.set(Double(reconciler.counters.failures))
        metrics.signals.set(Double(view.signals))
        guard complaint?.code != loggedError?.code || complaint?.reason != loggedError?.reason else { return }
        if complaint?.code == .notFound, instant < startedAt + Self.startingTime { return }
        loggedError = complaint
        guard let complaint else { return }
        logger.warning(
            "the broker is not as it should be", .code(complaint.code.description), .reason(complaint.reason),
            .suggestion(complaint.suggestion))
    }
}
