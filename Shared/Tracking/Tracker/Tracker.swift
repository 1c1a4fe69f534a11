public import Schema

/// Decides which beacons are active, inactive and changed (requirements L1 … L6, D12, D21, D22).
///
/// Pure: time comes in as an argument and is never read, events go out into the caller's buffer. One report costs the same
/// however many beacons there are, and allocates nothing. For one run of one node: every run gets a tracker of its own.
public struct Tracker: ~Copyable {
    var states: FixedArray<BeaconState>
    var details: FixedArray<BeaconDetails>
    var index: IdentityIndex
    var recency: RecencyLists
    var wheel: TimingWheel
    var addresses: AddressBook
    var sensors: SensorTable
    var freeCount: Int32 = 0
    /// Slots below were used at some time.
    var highWater: Int32 = 0
    /// Slots that were sighted since the last readings.
    var listed: FixedArray<Int32>
    var listedCount: Int32 = 0

    var settings: TrackerSettings
    var monitored: MonitoredSet
    /// Boot-time nanoseconds up to which everything is decided; never falls.
    var clock: Int64
    /// When the report that is being observed was heard, likewise.
    var heard: Int64
    /// When scanning began.
    let started: Int64
    /// The least time between two changes of slow telemetry, in tenths of a second.
    let telemetryInterval: UInt32
    /// Until then activations have the cause `initial`.
    let initialUntil: Int64

    /// The number the next activation gets.
    public internal(set) var nextActivation: UInt64
    /// How many beacons are active.
    public internal(set) var activeCount = 0
    var counts = TrackerCounters()

    /// Begins to scan at `now`. `seed` is random, so that nobody can aim identities at one place of the table;
    /// `nextActivation` continues the journal's counter.
    public init(
        settings: TrackerSettings = TrackerSettings(), monitored: MonitoredSet = .byFormat, now: Instant,
        nextActivation: UInt64 = 1, seed: UInt64
    ) {
        let capacity = min(max(settings.capacity, 16), 1_000_000)
        states = FixedArray(zeroed: capacity)
        details = FixedArray(zeroed: capacity)
        index = IdentityIndex(capacity: capacity, seed: seed)
        recency = RecencyLists(capacity: capacity)
        wheel = TimingWheel(capacity: capacity, now: now.nanoseconds)
        addresses = AddressBook(capacity: settings.addresses)
        sensors = SensorTable(capacity: min(max(settings.sensors, 16), capacity))
        listed = FixedArray(zeroed: capacity)
        self.settings = settings
        self.monitored = monitored
        clock = now.nanoseconds
        heard = clock
        started = clock
        telemetryInterval = UInt32(clamping: settings.telemetry.interval.saturatedMilliseconds / 100)
        initialUntil = (now + settings.initialPeriod).nanoseconds
        self.nextActivation = max(nextActivation, 1)
    }

    /// A report can have been heard so long before it is observed, ns.
    public static let greatestAge: Int64 = 600_000_000_000

    /// What was counted so far.
    public var counters: TrackerCounters {
        var counters = counts
        counters.evictedAddresses = addresses.evicted
        counters.refusedTelemetry = sensors.refused
        counters.droppedValues = sensors.dropped
        return counters
    }

    /// How many beacons are kept, active ones and candidates.
    public var count: Int { Int(highWater - freeCount) }

    /// How many beacons there is room for.
    public var capacity: Int { states.count }

    /// Bytes set aside for each beacon.
    public static var bytesPerBeacon: Int {
        MemoryLayout<BeaconState>.stride + MemoryLayout<BeaconDetails>.stride + 2 * MemoryLayout<UInt64>.stride
            + RecencyLists.bytesPerSlot + TimingWheel.bytesPerSlot + MemoryLayout<Int32>.stride
    }

    /// When ``advance(to:into:limit:)`` can next have something to do; nil while no beacon is kept.
    public var nextDeadline: Instant? { wheel.nextDue.map { Instant(nanoseconds: $0) } }
}
