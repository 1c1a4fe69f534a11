public import Bluetooth
public import Schema

extension Tracker {
    /// Takes in what one report says about one beacon, or about its address. Decisions are appended to `events`.
    ///
    /// It was heard `age` nanoseconds before `now`, at most ``greatestAge``: beacons are first and last seen at that moment,
    /// never before what was seen of them already. `now` earlier than what was already seen counts as that. Gives the monitored beacon that the report is a sighting
    /// of; nil if it is of none.
    @discardableResult
    public mutating func observe(
        _ sighting: Sighting, age: Int64 = 0, at now: Instant, into events: inout [TrackerEvent]
    ) -> BeaconIdentity? {
        clock = max(clock, now.nanoseconds)
        heard = clock &- min(max(age, 0), Self.greatestAge)
        var monitored: BeaconIdentity?
        if let identity = sighting.identity {
            if sight(identity, sighting, &events) { monitored = identity }
        } else {
            observeAddress(sighting, &events)
        }
        // A rule for an address takes in whatever the device sends, beside what it sends as a beacon.
        if self.monitored.namesAddresses, sighting.addressKind.isStable {
            let device = BeaconIdentity(mac: sighting.address)
            if device != sighting.identity, self.monitored.namesExactly(device), sight(device, sighting, &events) {
                monitored = monitored ?? device
            }
        }
        if monitored == nil, sighting.identity != nil { counts.unmonitored &+= 1 }
        return monitored
    }

    /// A sighting of a beacon; false if it is not monitored, or there is no room for it.
    @inline(__always)
    private mutating func sight(
        _ identity: BeaconIdentity, _ sighting: Sighting, _ events: inout [TrackerEvent]
    ) -> Bool {
        let tag = index.tag(of: identity)
        if let slot = find(identity, tag) {
            sight(slot, sighting, &events)
        } else if let match = monitored.match(identity) {
            guard let slot = allocate(for: match, &events) else { return false }
            begin(slot, identity, tag, match, at: heard)
            sight(slot, sighting, &events)
        } else {
            return false
        }
        return true
    }

    /// Where a beacon is kept.
    @inline(__always)
    func find(_ identity: BeaconIdentity, _ tag: UInt32) -> Int32? {
        index.find(tag) { states[$0].identity == identity }
    }

    /// A slot for a new beacon: a free one, or that of the one that is given up for it.
    mutating func allocate(for match: MonitoredSet.Match, _ events: inout [TrackerEvent]) -> Int32? {
        if freeCount == 0, highWater == states.count {
            let victim =
                recency.oldest(.candidate) ?? recency.oldest(.active)
                ?? (match.registered ? recency.oldest(.registered) : nil)
            guard let victim else {
                counts.refused &+= 1
                return nil
            }
            if states[victim].isActive {
                counts.evictedActive &+= 1
                deactivate(victim, .evicted, &events)
            } else {
                counts.evictedCandidates &+= 1
            }
            release(victim)
        }
        if let slot = recency.oldest(.free) {
            recency.remove(slot, from: .free)
            freeCount -= 1
            return slot
        }
        highWater += 1
        return highWater - 1
    }

    mutating func begin(
        _ slot: Int32, _ identity: BeaconIdentity, _ tag: UInt32, _ match: MonitoredSet.Match, at moment: Int64
    ) {
        var flags: BeaconState.Flags = [.used]
        if states[slot].flags.contains(.listed) { flags.insert(.listed) }
        states[slot] = BeaconState(
            identity: identity, lastSeen: moment, firstSeen: moment, address: 0,
            filter: SignalFilter(first: 0, model: settings.signal), power: BeaconState.unknownPower, flags: flags)
        details[slot] = BeaconDetails()
        apply(match, to: slot)
        index.insert(slot, tag)
        recency.append(slot, to: .candidate)
        wheel.schedule(slot, at: clock &+ monitored.timings[Int(match.timing)].window)
    }

    /// Sets what the monitored set says of a beacon.
    mutating func apply(_ match: MonitoredSet.Match, to slot: Int32) {
        states[slot].timing = match.timing
        if match.registered {
            states[slot].flags.insert(.registered)
        } else {
            states[slot].flags.remove(.registered)
        }
        if let power = match.power {
            states[slot].power = power
            states[slot].flags.insert(.calibrated)
        } else {
            states[slot].flags.remove(.calibrated)
        }
    }

    /// One sighting of a beacon that is kept.
    private mutating func sight(_ slot: Int32, _ sighting: Sighting, _ events: inout [TrackerEvent]) {
        counts.sightings &+= 1
        let timing = monitored.timings[Int(states[slot].timing)]
        // Silence that has lasted long enough ends an activation even if the wheel has not come by yet.
        if states[slot].isActive, clock &- states[slot].lastSeen >= timing.timeout {
            deactivate(slot, .silent, &events)
            wheel.schedule(slot, at: clock &+ timing.window)
        }
        let moment = max(self.heard, states[slot].lastSeen)
        let heard = hear(slot, sighting, at: moment)
        states[slot].lastSeen = moment
        recency.touch(slot, in: states[slot].list)
        // First what it says, so that the event of an activation has it.
        if states[slot].address != sighting.address.value || sighting.name != nil || sighting.url != nil
            || sighting.values != nil
        {
            learn(slot, sighting, &events)
        }
        if states[slot].isActive {
            states[slot].samples &+= 1
            judge(slot, heard, timing, &events)
        } else if !(heard.loss > timing.range), clock &- moment < timing.timeout {
            approach(slot, heard, timing, at: moment, &events)
        }
        if states[slot].isActive { list(slot) }
    }

    /// What a report's signal says.
    private struct Heard {
        /// Smoothed loss in dB, NaN where RSSI or power is not known.
        var loss: Float
        /// How many samples stand behind it.
        var weight: UInt8
    }

    @inline(__always)
    private mutating func hear(_ slot: Int32, _ sighting: Sighting, at moment: Int64) -> Heard {
        if let power = sighting.power, !states[slot].flags.contains(.calibrated) {
            states[slot].power =
                (-120...20).contains(power) ? Int8(truncatingIfNeeded: power) : BeaconState.unknownPower
        }
        guard let rssi = sighting.rssi else {
            counts.withoutSignal &+= 1
            return Heard(loss: .nan, weight: 0)
        }
        let sample = Float(rssi) - settings.receiverGain
        var weight: UInt8 = 1
        if states[slot].flags.contains(.signal) {
            let gap = Float(moment &- states[slot].lastSeen) * 1e-9
            weight = states[slot].filter.update(sample, gap: gap, model: settings.signal)
        } else {
            states[slot].filter = SignalFilter(first: sample, model: settings.signal)
            states[slot].flags.insert(.signal)
        }
        return Heard(loss: loss(of: slot), weight: weight)
    }

    /// Smoothed loss in dB; NaN where RSSI or power is not known.
    @inline(__always)
    func loss(of slot: Int32) -> Float {
        guard states[slot].flags.contains(.signal), states[slot].power != BeaconState.unknownPower else { return .nan }
        return Float(states[slot].power) - states[slot].filter.estimate
    }

    /// A sighting of a beacon that is not active yet.
    private mutating func approach(
        _ slot: Int32, _ heard: Heard, _ timing: TimingFigures, at moment: Int64, _ events: inout [TrackerEvent]
    ) {
        var first = moment
        if timing.sightings > 1 {
            first = states[slot].earlier[Int(timing.sightings) - 2]
            guard first != .min, moment &- first <= timing.window else {
                states[slot].earlier[2] = states[slot].earlier[1]
                states[slot].earlier[1] = states[slot].earlier[0]
                states[slot].earlier[0] = moment
                return
            }
        }
        activate(slot, first: first, samples: UInt32(timing.sightings), timing, &events)
    }

    /// A sighting of an active beacon.
    @inline(__always)
    private mutating func judge(
        _ slot: Int32, _ heard: Heard, _ timing: TimingFigures, _ events: inout [TrackerEvent]
    ) {
        guard !heard.loss.isNaN else { return }
        let before = states[slot].zone.zone
        if states[slot].zone.update(loss: heard.loss, weight: heard.weight, boundaries: settings.zones) {
            change(slot, .zone, &events) { $0.zone = before }
        }
        guard heard.loss > timing.range + settings.zones.margin else {
            states[slot].outside = 0
            return
        }
        states[slot].outside = states[slot].outside &+ heard.weight
        guard states[slot].outside >= settings.zones.samples else { return }
        deactivate(slot, .outOfRange, &events)
        wheel.schedule(slot, at: clock &+ timing.window)
    }

    /// Remembers that there is something to read.
    @inline(__always)
    private mutating func list(_ slot: Int32) {
        if states[slot].fresh < .max { states[slot].fresh += 1 }
        guard !states[slot].flags.contains(.listed) else { return }
        states[slot].flags.insert(.listed)
        listed[listedCount] = slot
        listedCount += 1
    }
}
