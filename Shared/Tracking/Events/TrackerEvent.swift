public import Schema

/// One decision of the tracker, complete in itself: nothing in it points back into the tracker.
public struct TrackerEvent: Sendable {
    /// The three separate events (L2).
    public enum Kind: UInt8, Sendable, Hashable {
        case active, inactive, changed
    }

    /// Why (D21).
    public enum Cause: UInt8, Sendable, Hashable {
        case initial, arrived
        case silent, removed, outOfRange, evicted, stopped, restarted
        case zone, data, name
    }

    public var kind: Kind
    public var cause: Cause
    /// When it was decided.
    public var at: Instant
    /// The beacon as it is after the decision, or as it last was.
    public var beacon: BeaconSnapshot
    /// What a change changed, as it was before; equal to the snapshot in everything the cause does not speak of.
    public var before: Before

    /// The values a change can be about.
    public struct Before: Sendable, Hashable {
        public var zone: Zone
        public var name: ShortText
        public var telemetry: BeaconTelemetry
    }
}
