package import Schema

extension ConnectionMachine {
    /// What the caller does, in order.
    package enum Action: Sendable, Equatable {
        /// Begin a fresh connection; the will carries these numbers.
        case open(session: UInt64, connection: UInt64)
        /// Subscribe own replies and, where there is one, own state.
        case subscribeOwn
        /// Publish the message to ourselves.
        case sendMarker
        /// End the subscription of the own state and subscribe all filters.
        case subscribeFilters
        /// Store this session durably, then tell ``ConnectionMachine/adopted(_:)`` or `adoptFailed`.
        case adopt(session: UInt64)
        /// Tell the handler that it is connected.
        case ready
        /// From now on the next identity counts.
        case changeIdentity
        /// Say goodbye; with the will or without.
        case close(publishingWill: Bool)
        /// End the connection without a further byte: nothing is acknowledged.
        case abort
        /// Tell the handler why it ended.
        case report(BusFailure)
        /// Ask the handler for a trial commit, then tell `probeWorked` or `probeFailed`.
        case probe
        /// The last word.
        case finished
    }

    /// What happened.
    package enum Event: Sendable, Equatable {
        /// CONNACK with success.
        case accepted
        /// Own replies and own state are granted.
        case ownGranted
        /// The own retained state was read, and it is not what this process wrote last.
        case ownState(Stamp)
        /// The message to ourselves came back.
        case markerReturned
        /// All filters are granted.
        case filtersGranted
        /// The attempt or connection ended.
        case failed(BusFailure.Kind, BeaconBusError)
        /// The handler could not commit.
        case commitFailed(BeaconBusError)
        case probeWorked
        case probeFailed
        /// The raised session is stored.
        case adopted
        case adoptFailed(BeaconBusError)
        /// Nothing is left to send.
        case drained
    }

    /// The first attempt.
    package mutating func start(_ now: Instant) -> [Action] {
        guard case .idle = state else { return [] }
        return open(now)
    }

    /// Takes one event; an event that does not fit the state is ignored, because it belongs to something that is over.
    package mutating func handle(_ event: Event, _ now: Instant) -> [Action] {
        switch (state, event) {
        case (.connecting, .accepted):
            enter(.checking(.granting, deadline: now + limits.connectDeadline))
            return [.subscribeOwn]
        case (.checking(.granting, _), .ownGranted):
            guard hasOwnState else { return subscribeFilters(now) }
            enter(.checking(.reading, deadline: now + limits.connectDeadline))
            return [.sendMarker]
        case (.checking, .ownState(let stamp)):
            if stamp.session < Self.greatestSession { foreign = max(stamp, foreign ?? stamp) }
            return []
        case (.checking(.reading, _), .markerReturned):
            return checked(now)
        case (.checking(.reading, _), .adopted):
            guard let foreign else { return [] }
            raise(to: foreign.session + 1)
            let told = BusFailure(.takenOver, .takenOver(), wasConnected: false, retryAt: now)
            return [.close(publishingWill: false)] + (isOvertaken ? [.report(told)] : []) + open(now)
        case (.checking(.reading, _), .adoptFailed(let error)):
            return [.abort] + probeLater(error, now)
        case (.subscribing, .filtersGranted):
            enter(.ready(since: now))
            return [.ready]
        case (.switching, .drained):
            return [.close(publishingWill: false)] + changed(.identityChanged, .identityChanged(), now)
        case (.switching, .failed(let kind, let error)):
            return [.abort] + changed(kind, error, now)
        case (.switching, .commitFailed(let error)):
            return [.abort, .changeIdentity] + probeLater(error, now)
        case (.stopping, .commitFailed(let error)):
            return [.abort] + finish(.commitFailed, error)
        case (.ready, .commitFailed(let error)), (.connecting, .commitFailed(let error)),
            (.checking, .commitFailed(let error)), (.subscribing, .commitFailed(let error)):
            return [.abort] + probeLater(error, now)
        case (.waiting, .commitFailed(let error)):
            // An answer that told of a lost connection could not be stored.
            return probeLater(error, now)
        case (.probing, .probeWorked):
            probeBackoff.reset()
            return open(now)
        case (.probing, .probeFailed):
            enter(.probing(next: now.advanced(byNanoseconds: probeBackoff.wait(using: &random))))
            return []
        case (.connecting, .failed(let kind, let error)), (.checking, .failed(let kind, let error)),
            (.subscribing, .failed(let kind, let error)), (.ready, .failed(let kind, let error)):
            return [.abort] + wait(after: kind, error, now)
        case (.stopping, .drained):
            enter(.stopped)
            return [.close(publishingWill: true), .finished]
        case (.stopping, .failed(let kind, let error)):
            return [.abort] + finish(kind, error)
        default:
            return []
        }
    }

    /// The deadline of the state has come.
    package mutating func timer(_ now: Instant) -> [Action] {
        guard let deadline, now >= deadline else { return [] }
        switch state {
        case .waiting:
            return open(now)
        case .probing:
            return [.probe]
        case .ready:
            rivals.undisturbed()
            return []
        case .connecting:
            return [.abort] + wait(after: .unreachable, .timedOut("CONNACK", limits), now)
        case .checking(.granting, _), .subscribing:
            return [.abort] + wait(after: .unreachable, .timedOut("SUBACK", limits), now)
        case .checking(.reading, _):
            return [.abort] + wait(after: .unreachable, .timedOut("own message", limits), now)
        case .switching:
            return [.close(publishingWill: false)] + changed(.identityChanged, .identityChanged(), now)
        case .stopping:
            enter(.stopped)
            return [.close(publishingWill: true), .finished]
        case .idle, .stopped:
            return []
        }
    }

    /// A graceful stop: drains if connected, otherwise ends at once. The caller tells the handler before.
    package mutating func stop(_ now: Instant) -> [Action] {
        switch state {
        case .ready, .switching:
            enter(.stopping(deadline: now + limits.stopDeadline))
            return []
        case .stopping, .stopped:
            return []
        case .connecting, .checking, .subscribing:
            enter(.stopped)
            return [.abort, .finished]
        case .idle, .waiting, .probing:
            enter(.stopped)
            return [.finished]
        }
    }

    private mutating func changed(_ kind: BusFailure.Kind, _ error: BeaconBusError, _ now: Instant) -> [Action] {
        [.report(BusFailure(kind, error, wasConnected: true, retryAt: now)), .changeIdentity] + open(now)
    }

    private mutating func subscribeFilters(_ now: Instant) -> [Action] {
        enter(.subscribing(deadline: now + limits.connectDeadline))
        return [.subscribeFilters]
    }

    private mutating func finish(_ kind: BusFailure.Kind, _ error: BeaconBusError) -> [Action] {
        enter(.stopped)
        return [.report(BusFailure(kind, error, wasConnected: true, retryAt: nil)), .finished]
    }

    private mutating func probeLater(_ error: BeaconBusError, _ now: Instant) -> [Action] {
        var wasConnected = isReady
        if case .switching = state { wasConnected = true }
        let next = now.advanced(byNanoseconds: probeBackoff.wait(using: &random))
        enter(.probing(next: next))
        return [.report(BusFailure(.commitFailed, error, wasConnected: wasConnected, retryAt: next))]
    }

    /// Judges the own state that was read. What is newer than when it was read before, although we wrote nothing since,
    /// or of a lower session, was written by a process that lives. Any other higher session, as after our store was
    /// put back, is overtaken by adopting the one above it.
    private mutating func checked(_ now: Instant) -> [Action] {
        let before = hasChecked
        let known = knownForeign
        hasChecked = true
        guard let foreign else { return subscribeFilters(now) }
        knownForeign = max(foreign, known ?? foreign)
        let isNew = before && (known.map { foreign > $0 } ?? true)
        if isNew, !hasWritten || foreign.session < session {
            return [.close(publishingWill: false)] + wait(after: .takenOver, .takenOver(), now)
        }
        guard foreign.session >= session else { return subscribeFilters(now) }
        if rivals.sign(now) { return [.close(publishingWill: false)] + waitForRival(now, wasConnected: false) }
        isOvertaken = isNew
        return [.adopt(session: foreign.session + 1)]
    }

    private mutating func waitForRival(_ now: Instant, wasConnected: Bool) -> [Action] {
        let span = max(1_000_000, limits.clientIDInUseWait.saturatedNanoseconds)
        let next = now.advanced(byNanoseconds: span + Int64.random(in: 0...span / 20, using: &random))
        enter(.waiting(until: next))
        return [.report(BusFailure(.clientIDInUse, .clientIDInUse(), wasConnected: wasConnected, retryAt: next))]
    }

    private mutating func wait(after kind: BusFailure.Kind, _ error: BeaconBusError, _ now: Instant) -> [Action] {
        var wasConnected = false
        if case .ready(let since) = state {
            wasConnected = true
            if now.nanoseconds(since: since) >= Self.settled { backoff.reset() }
        }
        if kind == .takenOver, rivals.sign(now) { return waitForRival(now, wasConnected: wasConnected) }
        let span =
            switch kind {
            case .unauthorised, .subscriptionRefused, .untrusted:
                Backoff.jittered(limits.unauthorisedWait.saturatedNanoseconds, using: &random)
            case .filesUnusable:
                Backoff.jittered(limits.filesWait.saturatedNanoseconds, using: &random)
            default: backoff.wait(using: &random)
            }
        let next = now.advanced(byNanoseconds: span)
        enter(.waiting(until: next))
        return [.report(BusFailure(kind, error, wasConnected: wasConnected, retryAt: next))]
    }
}
