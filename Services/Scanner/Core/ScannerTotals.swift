import Bluetooth
import Schema
import Tracking

/// What the scanner has done since its process started, over all runs; for the status.
struct ScannerTotals {
    /// Figures of runs that are over.
    var past: [String: Int64] = [:]
    var active: Int64 = 0
    var inactive: Int64 = 0
    var changed: Int64 = 0
    /// Distinct beacons that became active, at most `mostBeacons`.
    private(set) var beacons: Set<BeaconIdentity> = []
    var batches: Int64 = 0
    var readings: Int64 = 0
    var resent: Int64 = 0
    /// Changes and readings not sent for want of a connection or of room; nothing journalled is among them.
    var droppedChanges: Int64 = 0
    var droppedReadings: Int64 = 0
    /// Reports passed on as they came, and those not sent.
    var raw: Int64 = 0
    var droppedRaw: Int64 = 0
    var refusedCommands: Int64 = 0

    static let mostBeacons = 65_536

    /// Notes that a beacon became active.
    mutating func note(_ beacon: BeaconIdentity) {
        if beacons.count < Self.mostBeacons { beacons.insert(beacon) }
    }

    /// The figures of the present run, added to those of the runs before.
    func counters(_ run: RadioStatistics) -> [String: Int64] {
        var counters = past.merging(Self.figures(run), uniquingKeysWith: +)
        counters["advertisers"] = Int64(run.advertisers)
        counters["beacons"] = Int64(beacons.count)
        counters["active"] = active
        counters["inactive"] = inactive
        counters["changed"] = changed
        counters["batches"] = batches
        counters["readings"] = readings
        counters["resent"] = resent
        counters["droppedChanges"] = droppedChanges
        counters["droppedReadings"] = droppedReadings
        counters["raw"] = raw
        counters["droppedRaw", default: 0] += droppedRaw
        counters["refusedCommands"] = refusedCommands
        if run.secrets.keysUnusable > 0 { counters["keys.unusable"] = Int64(clamping: run.secrets.keysUnusable) }
        if run.hasMoreAdvertisers { counters["advertisersBeyond"] = 1 }
        return counters
    }

    /// A run is over; its figures stay.
    mutating func close(_ run: RadioStatistics) {
        past.merge(Self.figures(run), uniquingKeysWith: +)
    }

    private static func figures(_ run: RadioStatistics) -> [String: Int64] {
        var figures: [String: UInt64] = [
            "reports": run.source.reports, "badCRC": run.source.badCRC, "malformedEvents": run.source.malformed,
            "brokenReports": run.decoder.broken, "impossibleRSSI": run.source.impossibleRSSI,
            "sightings": run.tracker.sightings, "unmonitored": run.tracker.unmonitored,
            "withoutRSSI": run.tracker.withoutSignal, "evictedCandidates": run.tracker.evictedCandidates,
            "evictedActive": run.tracker.evictedActive, "refusedBeacons": run.tracker.refused,
            "evictedAddresses": run.tracker.evictedAddresses, "refusedTelemetry": run.tracker.refusedTelemetry,
            "droppedValues": run.tracker.droppedValues,
            "droppedRaw": run.droppedRaw, "lostPackets": run.source.lost, "strayBytes": run.source.strayBytes,
            "unexpectedAnswers": run.source.unexpectedAnswers, "failedCommands": run.source.failedCommands,
            "scansRestored": run.source.scansRestored, "scansReplaced": run.source.scansReplaced,
            "recoveries": run.source.recoveries,
        ]
        for (name, count) in run.secrets.named where count > 0 { figures["keys.\(name)"] = count }
        for (kind, count) in run.others { figures["unmonitored.\(kind.name)"] = count }
        return figures.mapValues { Int64(clamping: $0) }
    }
}
