public import Schema

extension Tracker {
    /// Somebody who knows says that a beacon is no longer heard: as if its time-out had passed.
    public mutating func leave(_ beacon: BeaconIdentity, at now: Instant, into events: inout [TrackerEvent]) {
        clock = max(clock, now.nanoseconds)
        guard let slot = find(beacon, index.tag(of: beacon)), states[slot].isActive else { return }
        deactivate(slot, .silent, &events)
        wheel.schedule(slot, at: clock &+ monitored.timings[Int(states[slot].timing)].window)
    }

    /// Decides everything that is due at `now` (R2). Returns false if `limit` events were in the buffer before all was
    /// decided: call again.
    @discardableResult
    public mutating func advance(to now: Instant, into events: inout [TrackerEvent], limit: Int = .max) -> Bool {
        clock = max(clock, now.nanoseconds)
        while events.count < limit {
            guard let slot = wheel.popDue(now: clock) else { return true }
            let timing = monitored.timings[Int(states[slot].timing)]
            let span = states[slot].isActive ? timing.timeout : timing.window
            let deadline = states[slot].lastSeen &+ span
            // A candidate's window is closed only when a sighting at this very moment would be too late.
            if clock < deadline || (!states[slot].isActive && clock == deadline) {
                wheel.schedule(slot, at: max(deadline, clock &+ 1))
                continue
            }
            if states[slot].isActive { deactivate(slot, .silent, &events) }
            release(slot)
        }
        return false
    }

    /// Hands out a reading of every active beacon sighted since the last call, at most one each.
    public mutating func collectReadings(into readings: inout [Reading]) {
        for position in 0..<listedCount {
            let slot = listed[position]
            states[slot].flags.remove(.listed)
            guard states[slot].isActive, states[slot].fresh > 0 else { continue }
            let signal = signal(of: slot)
            readings.append(
                Reading(
                    identity: states[slot].identity, activation: states[slot].activation, rssi: signal.rssi,
                    distance: signal.distance, zone: states[slot].zone.zone, samples: states[slot].fresh,
                    age: .nanoseconds(clock &- states[slot].lastSeen)))
            states[slot].fresh = 0
        }
        listedCount = 0
    }

    /// Takes over another monitored set. Beacons it does not take in become inactive (`removed`, R14).
    public mutating func monitor(_ set: MonitoredSet, at now: Instant, into events: inout [TrackerEvent]) {
        advance(to: now, into: &events)
        monitored = set
        for slot in 0..<highWater where states[slot].flags.contains(.used) {
            guard let match = set.match(states[slot].identity) else {
                // The old timing's index means nothing in the new set.
                states[slot].timing = 0
                if states[slot].isActive { deactivate(slot, .removed, &events) }
                release(slot)
                continue
            }
            recency.remove(slot, from: states[slot].list)
            apply(match, to: slot)
            recency.append(slot, to: states[slot].list)
            let timing = set.timings[Int(match.timing)]
            let deadline = states[slot].lastSeen &+ (states[slot].isActive ? timing.timeout : timing.window)
            wheel.schedule(slot, at: max(deadline, clock &+ 1))
        }
    }
}
