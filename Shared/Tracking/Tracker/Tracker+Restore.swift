public import Schema

/// An activation as it is kept while no run is on (D12).
public struct SavedActivation: Sendable, Hashable {
    public var identity: BeaconIdentity
    /// Its number in the journal.
    public var activation: UInt64
    /// How long ago its first sighting is.
    public var sinceFirst: Duration
    /// How long ago it was last known to be active; nil = unknown, which is too old.
    public var age: Duration?
    public var zone: Zone
    public var name: ShortText

    public init(
        identity: BeaconIdentity, activation: UInt64, sinceFirst: Duration, age: Duration?, zone: Zone = .unknown,
        name: ShortText = ShortText()
    ) {
        self.identity = identity
        self.activation = activation
        self.sinceFirst = sinceFirst
        self.age = age
        self.zone = zone
        self.name = name
    }

    /// Up to this age an activation goes on at the next start.
    public static let longestAge: Duration = .seconds(900)
}

extension Tracker {
    /// Takes up what was saved, before the first report: recent activations go on with their number and a full time-out,
    /// all others become inactive with `cause` (`stopped` or `restarted`), those no longer monitored with `removed`.
    public mutating func restore(
        _ saved: [SavedActivation], cause: TrackerEvent.Cause, at now: Instant, into events: inout [TrackerEvent]
    ) {
        clock = max(clock, now.nanoseconds)
        for activation in saved {
            nextActivation = max(nextActivation, activation.activation &+ 1)
            guard let slot = resume(activation, &events) else { continue }
            let match = monitored.match(activation.identity)
            let age = activation.age ?? .seconds(Int64.max)
            if match == nil || age < .zero || age > SavedActivation.longestAge {
                deactivate(slot, match == nil ? .removed : cause, &events)
                release(slot)
            }
        }
    }

    /// Puts a saved activation into a slot as active; nil where there is no room, or the beacon is there already.
    private mutating func resume(_ saved: SavedActivation, _ events: inout [TrackerEvent]) -> Int32? {
        let tag = index.tag(of: saved.identity)
        guard find(saved.identity, tag) == nil else { return nil }
        let match = monitored.match(saved.identity) ?? MonitoredSet.Match()
        guard let slot = allocate(for: match, &events) else { return nil }
        begin(slot, saved.identity, tag, match, at: clock)
        recency.remove(slot, from: .candidate)
        states[slot].flags.insert(.active)
        recency.append(slot, to: states[slot].list)
        states[slot].activation = saved.activation
        states[slot].firstSeen = (Instant(nanoseconds: clock) - max(saved.sinceFirst, .zero)).nanoseconds
        states[slot].zone.resume(saved.zone)
        details[slot].name = saved.name
        wheel.schedule(slot, at: clock &+ monitored.timings[Int(match.timing)].timeout)
        activeCount += 1
        return slot
    }
}
