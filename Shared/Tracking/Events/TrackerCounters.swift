/// What a tracker has done since it was made. Every drop is counted (R12).
public struct TrackerCounters: Sendable, Hashable {
    /// Sightings of monitored beacons.
    public var sightings: UInt64 = 0
    /// Sightings of beacons that are not monitored.
    public var unmonitored: UInt64 = 0
    /// Sightings without a usable RSSI.
    public var withoutSignal: UInt64 = 0
    /// Beacons that became active.
    public var active: UInt64 = 0
    /// Beacons that became inactive.
    public var inactive: UInt64 = 0
    /// Changes.
    public var changed: UInt64 = 0
    /// Candidates given up because the table was full.
    public var evictedCandidates: UInt64 = 0
    /// Active beacons given up because the table was full.
    public var evictedActive: UInt64 = 0
    /// Sightings dropped because nothing could be given up for them.
    public var refused: UInt64 = 0
    /// Remembered addresses given up for others.
    public var evictedAddresses: UInt64 = 0
    /// Reports whose telemetry found no room.
    public var refusedTelemetry: UInt64 = 0
    /// Telemetry values that were impossible, or one too many for their report or their beacon (R11).
    public var droppedValues: UInt64 = 0

    public init() {}
}
