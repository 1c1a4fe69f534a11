public import Schema

/// What the kernel's monitor channel tells of one adapter, watched for deafness (R5), and what the kernel is to be asked for.
/// Pure: packets and time come in.
public struct MonitorSession {
    /// Given up; final.
    public private(set) var failure: BeaconBusError?
    /// Whether the kernel is to be asked anew to scan for us; who asks takes it back.
    public var wantsRequest = false
    /// The number under which the kernel scans for us, where it was asked to.
    public var handle: UInt16?
    /// How often the kernel was to be asked anew because of deafness.
    public private(set) var recoveries: UInt64 = 0
    /// How often somebody began a scan that hears each advertiser once.
    public private(set) var replaced: UInt64 = 0
    /// How often somebody took away what the kernel scanned for us with.
    public private(set) var lost: UInt64 = 0

    /// How long somebody else's scan is waited for where the kernel may not be asked for one.
    private static let patience: Duration = .seconds(15)

    private let index: UInt16
    private var parser = HCIEventParser()
    private var watch: DeafnessWatch
    private var refusal: (status: UInt8, until: Instant)?
    private var noted: UInt64 = 0

    /// For one adapter; `silence` as of ``DeafnessWatch``.
    public init(index: UInt16, silence: Duration, seed: UInt64) {
        self.index = index
        watch = DeafnessWatch(silence: silence, seed: seed)
    }

    /// Of its events.
    public var counters: HCIEventParser.Counters { parser.counters }

    /// Whether deafness is suspected.
    public var isSilent: Bool { watch.isSilent }

    /// When ``advance(to:)`` has something to do.
    public var deadline: Instant? { [refusal?.until, watch.deadline].compactMap { $0 }.min() }

    /// Takes one packet of the channel and hands the reports in it over; those of other adapters are passed over.
    public mutating func take(_ bytes: UnsafeRawBufferPointer, _ deliver: (AdvertisingReport) -> Void) {
        guard let packet = MonitorPacket(bytes), packet.index == index else { return }
        switch packet.kind {
        case .event: parser.parse(packet.payload, deliver)
        case .command: overhear(packet.payload)
        case .newIndex, .removedIndex, .opened, .closed: break
        }
    }

    /// Lets time pass; to be called after packets were taken, too.
    public mutating func advance(to now: Instant) {
        if parser.counters.reports > noted {
            noted = parser.counters.reports
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
        if let refusal, now >= refusal.until {
            failure = nobodyScans(refusal.status)
            self.refusal = nil
        }
    }

    /// Somebody took away what the kernel scanned for us with.
    public mutating func requestLost() {
        handle = nil
        lost &+= 1
        wantsRequest = true
    }

    /// The kernel was asked to scan and did not agree.
    public mutating func request(refused status: UInt8, at now: Instant) {
        refusal = (status, now + Self.patience)
    }

    /// A scan with the duplicate filter on hears each advertiser once: worth a count.
    private mutating func overhear(_ command: UnsafeRawBufferPointer) {
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
