import Bluetooth
import Glibc
import Schema

/// A source that lives in real time: an adapter, a controller on a byte stream. Confined to the radio thread; nothing in
/// it ever blocks, so that a halt is obeyed at once.
protocol LiveSource: AnyObject {
    /// The name in status and errors: `hci0`, `h4:127.0.0.1:6402`.
    var name: String { get }

    /// What kind of source it is.
    var kind: SourceKind { get }

    /// What was met so far.
    var counters: SourceCounters { get }

    /// Begins to open; what becomes of it is told by ``service(at:limit:_:)``.
    func begin(at now: Instant)

    /// Appends the descriptors to wait for, with the events wanted (poll(2)).
    func descriptors(into list: inout [pollfd])

    /// When it wants to be served although nothing is readable; nil = only then.
    var deadline: Instant? { get }

    /// Does what is due: reads at most `limit` packets and hands their reports over, each valid during its call only.
    func service(at now: Instant, limit: Int, _ deliver: (AdvertisingReport) -> Void) -> LiveCondition

    /// Hands over what the source has decoded itself, since the last time. Most have nothing.
    func takeDecoded(at now: Instant, _ deliver: (DecodedReport) -> Void)

    /// Switches the scan off as far as that goes without waiting, and closes all descriptors.
    func end()
}

extension LiveSource {
    func takeDecoded(at now: Instant, _ deliver: (DecodedReport) -> Void) {}
}

/// What a gateway has decoded before us.
enum DecodedReport {
    /// Heard `age` nanoseconds ago.
    case sighting(Sighting, age: Int64)
    /// The gateway says that it does not hear the beacon any more.
    case away(BeaconIdentity)
}

/// What a live source is doing.
struct LiveCondition: Equatable {
    /// opening → scanning ⇄ silent → failed; `closed` before ``LiveSource/begin(at:)``.
    var state: SourceState
    /// Why it is failed or silent; final where it is failed: the source is then ended and not served any more.
    var error: BeaconBusError?
    /// The adapter, where it has one.
    var adapter: AdapterReport?
    /// There is more to read at once.
    var hasMore = false
}
