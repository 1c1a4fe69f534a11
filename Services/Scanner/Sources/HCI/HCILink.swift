import Adapters
import Bluetooth
import Schema

/// The packets of one adapter. Never blocks.
protocol HCILink: AnyObject {
    var descriptor: Int32 { get }
    var counters: SourceCounters { get }
    var deadline: Instant? { get }
    var condition: LiveCondition { get }
    /// Whether only switching the adapter off and on is left to try.
    var wantsPowerCycle: Bool { get }
    /// Whether the kernel is to be asked anew to scan for us.
    var wantsRequest: Bool { get set }
    /// The number under which the kernel scans for us, where it was asked to.
    var handle: UInt16? { get set }

    /// Begins, or begins anew after the adapter was off.
    func begin(at now: Instant) throws(BeaconBusError)

    /// Reads at most so many packets; true if there are more.
    func service(
        at now: Instant, limit: Int, _ deliver: (AdvertisingReport) -> Void
    ) throws(BeaconBusError) -> Bool

    /// The power cycle was made, or cannot be made.
    func powerCycled()

    /// Somebody took away what the kernel scanned for us with.
    func requestLost()

    /// The kernel was asked to scan and did not agree.
    func request(refused status: UInt8, at now: Instant)

    /// Switches off what was switched on.
    func end(_ management: ManagementClient?)
}
