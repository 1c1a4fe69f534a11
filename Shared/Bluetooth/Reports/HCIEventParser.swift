internal import Schema

/// Reads LE advertising reports out of HCI events: legacy (0x02) and extended (0x0d), several in one event,
/// fragments of one advertisement put together.
///
/// Every length is checked against the bytes at hand. Allocates only while fragments are held (at most
/// `ReportAssembler.capacity` of them). Vendor bits that controllers leave in reserved places are masked.
public struct HCIEventParser {
    /// What went through since the parser was made.
    public private(set) var counters = Counters()

    private var assembler = ReportAssembler()
    private let deliversFragments: Bool

    /// With `deliversFragments`, each fragment is handed over too (status `moreToCome`), before the whole.
    public init(deliversFragments: Bool = false) {
        self.deliversFragments = deliversFragments
    }

    /// Counts of events and what became of them.
    public struct Counters: Hashable, Sendable {
        /// Events given to `parse`.
        public var events: UInt64 = 0
        /// Reports handed over.
        public var reports: UInt64 = 0
        /// Events with a broken place.
        public var malformed: UInt64 = 0
        /// Reports whose RSSI was impossible and therefore dropped.
        public var impossibleRSSI: UInt64 = 0
        /// Fragments kept for later.
        public var fragments: UInt64 = 0
        /// Fragments given up: evicted, oversized, or never completed.
        public var fragmentsDropped: UInt64 = 0
        /// Reports the controller itself cut short.
        public var truncated: UInt64 = 0

        /// Zeroes.
        public init() {}
    }

    /// Reads one event, given without the packet type byte (it begins with the event code), and hands each report
    /// over, in order. Events other than advertising reports are skipped. Returns what was broken, if anything.
    @discardableResult
    public mutating func parse(
        _ event: UnsafeRawBufferPointer, _ deliver: (AdvertisingReport) -> Void
    ) -> HCIEventProblem? {
        counters.events &+= 1
        guard let base = event.baseAddress, event.count >= 2 else { return malformed(.headerTruncated) }
        let length = Int(base.byte(1))
        guard length <= event.count - 2 else { return malformed(.parametersTruncated) }
        guard base.byte(0) == 0x3e else { return nil }
        guard length >= 1 else { return malformed(.subeventTruncated) }
        let end = base + 2 + length
        switch base.byte(2) {
        case 0x02:
            guard length >= 2 else { return malformed(.subeventTruncated) }
            return parseLegacy(base + 4, end, count: base.byte(3), deliver)
        case 0x0d:
            guard length >= 2 else { return malformed(.subeventTruncated) }
            return parseExtended(base + 4, end, count: base.byte(3), deliver)
        default:
            return nil
        }
    }

    /// Reads one event held in an array; see `parse(_:_:)`.
    @discardableResult
    public mutating func parse(
        _ event: some Collection<UInt8>, _ deliver: (AdvertisingReport) -> Void
    ) -> HCIEventProblem? {
        Array(event).withUnsafeBytes { parse($0, deliver) }
    }

    private mutating func malformed(_ problem: HCIEventProblem) -> HCIEventProblem {
        counters.malformed &+= 1
        return problem
    }

    @inline(__always)
    private mutating func parseLegacy(
        _ start: UnsafeRawPointer, _ end: UnsafeRawPointer, count: UInt8, _ deliver: (AdvertisingReport) -> Void
    ) -> HCIEventProblem? {
        var cursor = start
        for _ in 0..<count {
            let left = end - cursor
            guard left >= 10 else { return malformed(.reportMissing) }
            let length = Int(cursor.byte(8))
            guard length <= left - 10 else { return malformed(.dataTruncated) }
            let report = AdvertisingReport(
                data: UnsafeRawBufferPointer(start: cursor + 9, count: length),
                address: BluetoothAddress(littleEndian: cursor + 2),
                addressType: cursor.byte(1),
                properties: .legacyEvent(cursor.byte(0)),
                rawRSSI: cursor.signedByte(9 + length))
            hand(over: report, deliver)
            cursor += 10 + length
        }
        return nil
    }

    private mutating func parseExtended(
        _ start: UnsafeRawPointer, _ end: UnsafeRawPointer, count: UInt8, _ deliver: (AdvertisingReport) -> Void
    ) -> HCIEventProblem? {
        var cursor = start
        for _ in 0..<count {
            let left = end - cursor
            guard left >= 24 else { return malformed(.reportMissing) }
            let length = Int(cursor.byte(23))
            guard length <= left - 24 else { return malformed(.dataTruncated) }
            // Broadcom puts the channel into the high byte of the event type and sets reserved PHY bits.
            let type = cursor.byte(0)
            var report = AdvertisingReport(
                data: UnsafeRawBufferPointer(start: cursor + 24, count: length),
                address: BluetoothAddress(littleEndian: cursor + 3),
                addressType: cursor.byte(2),
                properties: .init(rawValue: type & 0x1f),
                rawRSSI: cursor.signedByte(13))
            report.dataStatus = AdvertisingReport.DataStatus(rawValue: type >> 5 & 3) ?? .truncated
            report.primaryPHY = cursor.byte(9) & 0x0f
            report.secondaryPHY = cursor.byte(10) & 0x0f
            report.advertisingSet = cursor.byte(11)
            report.rawTxPower = cursor.signedByte(12)
            report.isExtended = true
            if report.isAnonymous { report.address = BluetoothAddress(truncating: 0) }
            if report.dataStatus == .complete && assembler.isEmpty {
                hand(over: report, deliver)
            } else {
                assemble(report, deliver)
            }
            cursor += 24 + length
        }
        return nil
    }

    @inline(__always)
    private mutating func hand(over report: AdvertisingReport, _ deliver: (AdvertisingReport) -> Void) {
        counters.reports &+= 1
        if report.hasImpossibleRSSI { counters.impossibleRSSI &+= 1 }
        deliver(report)
    }

    private mutating func assemble(_ report: AdvertisingReport, _ deliver: (AdvertisingReport) -> Void) {
        switch report.dataStatus {
        case .moreToCome:
            counters.fragments &+= 1
            counters.fragmentsDropped &+= assembler.hold(report)
            if deliversFragments { deliver(report) }
        case .complete, .truncated:
            if report.dataStatus == .truncated { counters.truncated &+= 1 }
            let dropped = assembler.complete(report) { whole in
                counters.reports &+= 1
                if whole.hasImpossibleRSSI { counters.impossibleRSSI &+= 1 }
                deliver(whole)
            }
            counters.fragmentsDropped &+= dropped
        }
    }
}
