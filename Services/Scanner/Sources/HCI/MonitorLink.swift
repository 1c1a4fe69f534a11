import Adapters
import Bluetooth
import Schema

/// Listening on the monitor channel to what the controller tells whoever scans: the kernel on our behalf, bluetoothd, or
/// somebody else. Disturbs nobody.
final class MonitorLink: HCILink {
    private let index: UInt16
    private let socket: BluetoothSocket
    private var session: MonitorSession
    private var buffer = [UInt8](repeating: 0, count: 8_192)

    init(_ index: UInt16, _ options: ControllerSession.Options, seed: UInt64) throws(BeaconBusError) {
        self.index = index
        socket = try BluetoothSocket(.monitor, index: Management.anyIndex)
        session = MonitorSession(index: index, silence: options.silence, seed: seed)
    }

    var descriptor: Int32 { socket.descriptor }
    let wantsPowerCycle = false
    var deadline: Instant? { session.deadline }

    var handle: UInt16? {
        get { session.handle }
        set { session.handle = newValue }
    }

    var wantsRequest: Bool {
        get { session.wantsRequest }
        set { session.wantsRequest = newValue }
    }

    var counters: SourceCounters {
        let parsed = session.counters
        var counters = SourceCounters(
            reports: parsed.reports, malformed: parsed.malformed, impossibleRSSI: parsed.impossibleRSSI)
        counters.recoveries = session.recoveries
        counters.scansReplaced = session.replaced
        counters.scansRestored = session.lost
        return counters
    }

    var condition: LiveCondition {
        if let failure = session.failure { return LiveCondition(state: .failed, error: failure) }
        if session.isSilent {
            return LiveCondition(
                state: .silent,
                error: BeaconBusError(
                    .scannerSilent, reason: "nothing is heard any more although reports came before",
                    suggestion: "Look whether bluetoothd still scans, and at adapter and power supply."))
        }
        return LiveCondition(state: handle != nil || session.counters.reports > 0 ? .scanning : .opening)
    }

    func begin(at now: Instant) {}
    func powerCycled() {}

    func service(
        at now: Instant, limit: Int, _ deliver: (AdvertisingReport) -> Void
    ) throws(BeaconBusError) -> Bool {
        let hasMore = try socket.receive(into: &buffer, limit: limit) { (bytes) throws(BeaconBusError) in
            session.take(bytes, deliver)
        }
        session.advance(to: now)
        return hasMore
    }

    func requestLost() { session.requestLost() }
    func request(refused status: UInt8, at now: Instant) { session.request(refused: status, at: now) }

    func end(_ management: ManagementClient?) {
        guard let handle else { return }
        try? management?.send(.removeMonitor(index: index, handle: handle))
    }
}
