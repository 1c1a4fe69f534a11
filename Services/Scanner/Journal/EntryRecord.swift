import Schema
import Tracking

/// What the journal keeps of an active or inactive, enough to send it again word for word but for its ages.
///
/// About 100 bytes: each entry costs one small page of flash (R21).
struct EntryRecord: Equatable {
    /// The run it belongs to.
    var run: RunID?
    var identity: BeaconIdentity
    var cause: TrackerEvent.Cause
    /// ms from the newest sighting to the decision.
    var age: UInt64
    /// ms from the activation's first sighting to the decision.
    var sinceFirst: UInt64
    var address: UInt64
    /// Tenths of a dBm.
    var rssi: Int16?
    var power: Int8?
    /// Centimetres.
    var distance: UInt32?
    var zone: Zone
    var samples: UInt32
    var registered: Bool
    /// ms.
    var timeout: UInt64
    var name: ShortText
    var url: ShortURL
    var telemetry: BeaconTelemetry

    /// What an event says, decided in `run`.
    init(_ event: TrackerEvent, run: RunID?) {
        let beacon = event.beacon
        self.run = run
        identity = beacon.identity
        cause = event.cause
        age = UInt64(clamping: (event.at - beacon.lastSeen).saturatedMilliseconds)
        sinceFirst = UInt64(clamping: (event.at - beacon.firstSeen).saturatedMilliseconds)
        address = beacon.address.value
        rssi = beacon.rssi.map { Int16(clamping: Int(($0 * 10).rounded())) }
        power = beacon.power
        distance = beacon.distance.map { UInt32(min(max($0 * 100, 0), 4e9).rounded()) }
        zone = beacon.zone
        samples = beacon.samples
        registered = beacon.registered
        timeout = UInt64(clamping: beacon.timeout.saturatedMilliseconds)
        name = beacon.name
        url = beacon.url
        telemetry = beacon.telemetry
    }
}
