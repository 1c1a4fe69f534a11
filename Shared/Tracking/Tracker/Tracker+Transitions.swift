internal import Schema

extension Tracker {
    mutating func activate(
        _ slot: Int32, first: Int64, samples: UInt32, _ timing: TimingFigures, _ events: inout [TrackerEvent]
    ) {
        recency.remove(slot, from: states[slot].list)
        states[slot].flags.insert(.active)
        recency.append(slot, to: states[slot].list)
        states[slot].activation = nextActivation
        nextActivation &+= 1
        states[slot].firstSeen = first
        states[slot].samples = samples
        states[slot].fresh = 0
        states[slot].outside = 0
        let loss = loss(of: slot)
        if !loss.isNaN { states[slot].zone.begin(loss: loss, boundaries: settings.zones) }
        sensors.settle(details[slot].sensor)
        details[slot].toldAt = 0
        details[slot].namedAt = 0
        wheel.schedule(slot, at: states[slot].lastSeen &+ timing.timeout)
        activeCount += 1
        counts.active &+= 1
        emit(slot, .active, clock < initialUntil ? .initial : .arrived, &events)
    }

    /// Ends an activation. The beacon stays in its slot as a candidate without history.
    mutating func deactivate(_ slot: Int32, _ cause: TrackerEvent.Cause, _ events: inout [TrackerEvent]) {
        emit(slot, .inactive, cause, &events)
        activeCount -= 1
        counts.inactive &+= 1
        recency.remove(slot, from: states[slot].list)
        states[slot].flags.subtract([.active, .signal])
        recency.append(slot, to: .candidate)
        states[slot].activation = 0
        states[slot].samples = 0
        states[slot].fresh = 0
        states[slot].zone = ZoneEstimator()
        states[slot].earlier = InlineArray(repeating: .min)
    }

    /// Forgets a beacon that is not active (or whose end was told already).
    mutating func release(_ slot: Int32) {
        index.remove(slot, index.tag(of: states[slot].identity))
        recency.remove(slot, from: states[slot].list)
        wheel.cancel(slot)
        sensors.release(&details[slot].sensor)
        states[slot].flags.formIntersection(.listed)
        states[slot].address = 0
        recency.append(slot, to: .free)
        freeCount += 1
    }

    mutating func change(
        _ slot: Int32, _ cause: TrackerEvent.Cause, _ events: inout [TrackerEvent],
        _ before: (inout TrackerEvent.Before) -> Void
    ) {
        counts.changed &+= 1
        emit(slot, .changed, cause, &events)
        before(&events[events.count - 1].before)
    }

    private func emit(
        _ slot: Int32, _ kind: TrackerEvent.Kind, _ cause: TrackerEvent.Cause, _ events: inout [TrackerEvent]
    ) {
        let beacon = snapshot(of: slot)
        events.append(
            TrackerEvent(
                kind: kind, cause: cause, at: Instant(nanoseconds: clock), beacon: beacon,
                before: .init(zone: beacon.zone, name: beacon.name, telemetry: beacon.telemetry)))
    }

    func snapshot(of slot: Int32) -> BeaconSnapshot {
        let signal = signal(of: slot)
        return BeaconSnapshot(
            identity: states[slot].identity, activation: states[slot].activation,
            firstSeen: Instant(nanoseconds: states[slot].firstSeen),
            lastSeen: Instant(nanoseconds: states[slot].lastSeen),
            address: BluetoothAddress(truncating: states[slot].address), rssi: signal.rssi, power: signal.power,
            distance: signal.distance, zone: states[slot].zone.zone, samples: states[slot].samples,
            registered: states[slot].flags.contains(.registered),
            timeout: .nanoseconds(monitored.timings[Int(states[slot].timing)].timeout), name: details[slot].name,
            url: details[slot].url, telemetry: sensors.present(details[slot].sensor))
    }

    func signal(of slot: Int32) -> (rssi: Float?, power: Int8?, distance: Float?) {
        let power = states[slot].power == BeaconState.unknownPower ? nil : states[slot].power
        guard states[slot].flags.contains(.signal) else { return (nil, power, nil) }
        let rssi = states[slot].filter.estimate
        return (rssi, power, power.map { settings.pathLoss.distance(rssi: rssi, power: Float($0)) })
    }
}
