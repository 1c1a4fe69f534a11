import Bluetooth
import Schema

/// The simulated site as a source: real advertising reports through the real parser.
final class SimulatedSource: ReportSource {
    let name = "simulated site"
    let kind = SourceKind.simulation

    private var site: SimulatedSite
    private var parser = HCIEventParser()
    private var event: [UInt8] = []

    init(_ site: SimulatedSite) {
        self.site = site
    }

    var counters: SourceCounters {
        SourceCounters(
            reports: parser.counters.reports, malformed: parser.counters.malformed,
            impossibleRSSI: parser.counters.impossibleRSSI)
    }

    func open() throws(BeaconBusError) {}

    func advance() throws(BeaconBusError) -> Int64? {
        site.next(into: &event)
    }

    func forEachReport(_ deliver: (AdvertisingReport) -> Void) {
        event.withUnsafeBytes { _ = parser.parse($0, deliver) }
    }
}
