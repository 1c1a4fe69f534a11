import Bluetooth
import Glibc
import Schema

final class MissingAdapter: LiveSource {
    let name: String
    let kind = SourceKind.radio
    let counters = SourceCounters()
    init(_ choice: AdapterChoice) { name = choice.description }
    func begin(at now: Instant) {}
    func descriptors(into list: inout [pollfd]) {}
    let deadline: Instant? = .zero
    func service(at now: Instant, limit: Int, _ deliver: (AdvertisingReport) -> Void) -> LiveCondition {
        LiveCondition(
            state: .failed, error: BeaconBusError(.adapterUnsupported, reason: "no Bluetooth", suggestion: "none"))
    }
    func end() {}
}
