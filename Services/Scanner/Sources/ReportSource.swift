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
    /// Packets that were lost on the way from the controller, as far as that is known.
    var lost: UInt64 = 0
    /// Bytes that belonged to no packet.
    var strayBytes: UInt64 = 0
    /// Answers to nothing that was asked.
    var unexpectedAnswers: UInt64 = 0
    /// Commands that were refused, or not answered in time.
    var failedCommands: UInt64 = 0
    /// Scans that somebody else switched off, and that were switched on again.
    var scansRestored: UInt64 = 0
    /// Scans whose parameters somebody else replaced.
    var scansReplaced: UInt64 = 0
    /// Steps taken because nothing was heard (R5).
    var recoveries: UInt64 = 0

    static func += (left: inout SourceCounters, right: SourceCounters) {
        left.reports &+= right.reports
        left.badCRC &+= right.badCRC
        left.malformed &+= right.malformed
        left.impossibleRSSI &+= right.impossibleRSSI
        left.lost &+= right.lost
        left.strayBytes &+= right.strayBytes
        left.unexpectedAnswers &+= right.unexpectedAnswers
        left.failedCommands &+= right.failedCommands
        left.scansRestored &+= right.scansRestored
        left.scansReplaced &+= right.scansReplaced
        left.recoveries &+= right.recoveries
    }
}
