import Bluetooth
import Schema

/// Listening on the monitor channel to what the controller tells whoever scans: the kernel on our behalf, bluetoothd, or
/// somebody else. Disturbs nobody.
final class MonitorLink: HCILink {
    /// How long somebody else's scan is waited for where the kernel may not be asked for one.
    private static let patience: Duration = .seconds(15)

    var handle: UInt16?
    var wantsRequest = false

    private let index: UInt16
    private let socket: BluetoothSocket
    private var parser = HCIEventParser()
    private var watch: DeafnessWatch
    private var buffer = [UInt8](repeating: 0, count: 8_192)
    private var failure: BeaconBusError?
    private var refusal: (status: UInt8, until: Instant)?
    private var recoveries: UInt64 = 0
    private var replaced: UInt64 = 0
    private var lost: UInt64 = 0

    init(_ index: UInt16, _ options: ControllerSession.Options, seed: UInt64) throws(BeaconBusError) {
        self.index = index
        socket = try BluetoothSocket(.monitor, index: Management.anyIndex)
        watch = DeafnessWatch(silence: options.silence, seed: seed)
    }

    var descriptor: Int32 { socket.descriptor }
    let wantsPowerCycle = false

    var counters: SourceCounters {
        var counters = SourceCounters(
            reports: parser.counters.reports, malformed: parser.counters.malformed,
            impossibleRSSI: parser.counters.impossibleRSSI)
        counters.recoveries = recoveries
        counters.scansReplaced = replaced
        counters.scansRestored = lost
        return counters
    }

    var deadline: Instant? { [refusal?.until, watch.deadline].compactMap { $0 }.min() }

    var condition: LiveCondition {
        if let failure { return LiveCondition(state: .failed, error: failure) }
        if watch.isSilent {
            return LiveCondition(
                state: .silent,
                error: BeaconBusError(
                    .scannerSilent, reason: "nothing is heard any more although reports came before",
                    suggestion: "Look whether bluetoothd still scans, and at adapter and power supply."))
        }
        return LiveCondition(state: handle != nil || parser.counters.reports > 0 ? .scanning : .opening)
    }

    func begin(at now: Instant) {}
    func powerCycled() {}

    func service(
        at now: Instant, limit: Int, _ deliver: (AdvertisingReport) -> Void
    ) throws(BeaconBusError) -> Bool {
        let before = parser.counters.reports
        let hasMore = try socket.receive(into: &buffer, limit: limit) { (bytes) throws(BeaconBusError) in
            guard let packet = MonitorPacket(bytes), packet.index == index else { return }
            switch packet.kind {
            case .event: parser.parse(packet.payload, deliver)
            case .command: overhear(packet.payload)
            case .newIndex, .removedIndex, .opened, .closed: break
            }
        }
        if parser.counters.reports > before {
            watch.heard(at: now)
            refusal = nil
        }
        switch watch.advance(to: now) {
        case nil: break
        case .restartScan, .resetController:
            recoveries &+= 1
            wantsRequest = true
        case .giveUp(let error): failure = error
        }
        if let refusal, now >= refusal.until { failure = nobodyScans(refusal.status) }
        return hasMore
    }

    func requestLost() {
        handle = nil
        lost &+= 1
        wantsRequest = true
    }

    func request(refused status: UInt8, at now: Instant) {
        refusal = (status, now + Self.patience)
    }

    func end(_ management: ManagementClient?) {
        guard let handle else { return }
        try? management?.send(.removeMonitor(index: index, handle: handle))
    }

    /// A scan with the duplicate filter on hears each advertiser once: worth a count.
    private func overhear(_ command: UnsafeRawBufferPointer) {
        guard command.count >= 5, command[1] == 0x20, command[0] == 0x0c || command[0] == 0x42 else { return }
        if command[3] == 1, command[4] != 0 { replaced &+= 1 }
    }

    private func nobodyScans(_ status: UInt8) -> BeaconBusError {
        if status == 0x14 {
            return BeaconBusError(
                .capabilityMissing,
                reason: "nobody scans on hci\(index), and without CAP_NET_ADMIN the kernel cannot be asked to",
                suggestion:
                    "Give the service CAP_NET_ADMIN (systemd: AmbientCapabilities=CAP_NET_RAW CAP_NET_ADMIN), or let bluetoothd scan."
            )
        }
        return BeaconBusError(
            .adapterBusy,
            reason: "nobody scans on hci\(index), and the kernel does not scan for us: \(Management.meaning(status))",
            suggestion: "Use mode=raw, or let bluetoothd scan (bluetoothctl scan on).")
    }
}
