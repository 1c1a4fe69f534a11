import Bus
import Schema

/// Deadlines, the standing order, the scanner and the watched cause: whatever is due now.
extension LifecycleHandler {
    /// Begins with what was stored, once: with the first connection, or without one after a while.
    private func begin(_ link: BusLink) {
        hasBegun = true
        for unit in outbox.units { publish(unit, link) }
        order.began(machine.state, now: link.now)
        handle(.resume, link)
    }

    /// Does what is due; safe to call at any time.
    func work(_ link: BusLink) {
        let now = link.now
        if !hasBegun, link.isConnected || now >= created + settings.patience { begin(link) }
        guard hasBegun else { return }
        workIdentity(link)
        // Each round follows from the one before; a handful settles everything.
        for _ in 0..<8 where round(now, link) {}
        workIdentity(link)
        if let due = saveDue, now >= due { save(link) }
        if now >= nextClockCheck { checkClock(link) }
    }

    /// - Returns: whether anything happened that may have made more due.
    private func round(_ now: Instant, _ link: BusLink) -> Bool {
        if let deadline = machine.deadline, now >= deadline {
            handle(.tick, link)
            return true
        }
        if order.take(now: now) {
            report.startsByItself()
            handle(.start(nil), link)
            return true
        }
        watch.follow(machine)
        let steps = watch.check(now: now)
        perform(steps, link)
        if machine.armed != .clock { wrongClock = nil }
        if let cause = machine.armed, hasGone(cause, link) {
            handle(.recovered(cause), link)
            return true
        }
        return !steps.isEmpty
    }

    /// Whether the cause of the failed start may have gone.
    private func hasGone(_ cause: Recovery, _ link: BusLink) -> Bool {
        switch cause {
        case .broker: return link.isConnected
        case .clock: return clockHasChanged(link)
        // Seen by the identity's own flow.
        case .token, .authority, .approval, .identity, .store: return false
        case .scanner: return watch.isPresent
        case .adapter:
            return watch.isPresent && watch.report?.adapterUsable == true && isOfNow
        case .scannerRestart:
            guard watch.isPresent, let origin = watch.report?.origin else { return false }
            guard let failedScanner else {
                self.failedScanner = origin.session
                return false
            }
            return origin.session > failedScanner
        }
    }

    /// Whether the scanner's last report is of the time after the start that failed: what it said before that tells nothing
    /// of now. The report of the failure may be taken before the answer that tells it, as it comes in the same pass.
    private var isOfNow: Bool {
        watch.reports > scanned.reports
            || watch.report.map { $0.run != nil && $0.run == scanned.run && $0.error != nil && !$0.scanning } == true
    }

    /// Whether the clock was set, or a time service has taken it over, since it was found to be wrong.
    private func clockHasChanged(_ link: BusLink) -> Bool {
        let wall = desk.map { moment($0, link).time } ?? wallClock()
        guard let wrong = wrongClock else {
            wrongClock = (link.now, wall, clockSynchronised)
            return false
        }
        if clockSynchronised, !wrong.isSynchronised { return true }
        let step = (wall - wrong.wall) - (link.now - wrong.now)
        return step > .seconds(60) || step < .seconds(-60)
    }

    private func checkClock(_ link: BusLink) {
        nextClockCheck = link.now + settings.clockInterval
        // Civil time may have stepped, or have come to where certificates are due.
        identity(.tick, link)
        let isSynchronised = isClockSynchronised()
        guard isSynchronised != clockSynchronised else { return }
        clockSynchronised = isSynchronised
        publishState(machine.view, link)
    }
}
