import Bluetooth
import Schema
import Tracking

/// What the bus thread tells the radio thread. `token` names one opening of the sources.
enum RadioCommand: Sendable {
    /// Open the source, deliver nothing yet.
    case open(token: UInt64)
    /// The run is released: take up what was saved, then deliver.
    case begin(token: UInt64, saved: [SavedActivation], cause: TrackerEvent.Cause)
    /// Another monitored set, for this run and those to come.
    case monitor(MonitoredSet)
    /// Other decoding keys, for this run and those to come.
    case keys(KeyRing)
    /// How far the devices with keys had counted when that was stored.
    case counted([ReplayMark])
    /// What was measured of receiver (dB too much) and surroundings, for this run and those to come.
    case calibrate(receiverGain: Float, PathLoss)
    /// Note all devices until then, for one that asks under this number.
    case discover(token: UInt64, number: UInt64, until: Instant)
    /// Stop and close; nothing becomes inactive by it.
    case close(token: UInt64)
}

/// What the radio thread tells the bus thread, in order.
enum RadioOutput: Sendable {
    /// At least one source is open and scans.
    case opened(token: UInt64, [SourceReport], AdapterReport?)
    /// No source can be opened.
    case refused(token: UInt64, [SourceReport], AdapterReport?, BeaconBusError)
    /// Something changed about sources or adapter.
    case sources(token: UInt64, [SourceReport], AdapterReport?)
    /// What one pass decided.
    case pass(token: UInt64, RadioPass)
    /// The source has ended and every deadline has passed, or it broke.
    case ended(token: UInt64, RadioStatistics, BeaconBusError?)
    /// The devices noted for the one that asked; the time for it is over, or the run is.
    case discovered(number: UInt64, DiscoverReply)
    /// How far the devices with keys have counted, to be stored.
    case counted([ReplayMark])
    /// Closed; nothing of this opening comes any more.
    case closed(token: UInt64)
}

/// One pass over the source.
struct RadioPass: Sendable {
    var events: [TrackerEvent]
    var readings: [Reading]
    /// Reports to be passed on as they came.
    var raw: [RawTap.Report] = []
    var statistics: RadioStatistics
    /// The real moment of the decisions; ages count from here on by the real clock.
    var decidedAt: Instant

    /// What it weighs in the queue to the bus thread.
    var weight: Int { 1 + events.count + readings.count / 8 + raw.count / 2 }
}
