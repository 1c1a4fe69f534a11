import Bluetooth
import Schema

/// Where advertising reports come from. Confined to the radio thread.
protocol ReportSource: AnyObject {
    /// The name in status and errors: a file's name, `simulated site`.
    var name: String { get }

    /// What kind of source it is.
    var kind: SourceKind { get }

    /// What was met so far.
    var counters: SourceCounters { get }

    /// Gets ready to deliver; throws `sourceUnreadable` with the remedy.
    func open() throws(BeaconBusError)

    /// Moves on to the next record: nanoseconds since the first one, never less than before; nil at the end.
    func advance() throws(BeaconBusError) -> Int64?

    /// Hands over the reports of that record; they are valid during the call only.
    func forEachReport(_ deliver: (AdvertisingReport) -> Void)
}

/// What a source met, beyond the reports it handed over.
struct SourceCounters: Sendable, Hashable {
    /// Reports handed over.
    var reports: UInt64 = 0
    /// Link-layer packets with a wrong CRC, not tracked.
    var badCRC: UInt64 = 0
    /// HCI events with a broken place.
    var malformed: UInt64 = 0
    /// Reports whose RSSI was impossible.
    var impossibleRSSI: UInt64 = 0
}
