import Bluetooth
import Schema
import Tracking

/// The figures of a run at one moment.
struct RadioStatistics: Sendable {
    var source = SourceCounters()
    var decoder = SightingDecoder.Counters()
    /// What came of encrypted frames and rotating addresses.
    var secrets = SensorSecrets.Counters()
    var tracker = TrackerCounters()
    /// Distinct addresses, and whether there were more than are counted.
    var advertisers = 0
    var hasMoreAdvertisers = false
    /// Beacons kept, candidates included.
    var kept = 0
    /// Beacons active now.
    var active = 0
    /// Reports of devices outside the monitored set, by what kind of device they come from (D18).
    var others: [DeviceKind: UInt64] = [:]
    /// Reports that were to be passed on as they came and found no room.
    var droppedRaw: UInt64 = 0
    /// How long ago the last report came; nil = there was none.
    var sinceReport: Duration?
}
