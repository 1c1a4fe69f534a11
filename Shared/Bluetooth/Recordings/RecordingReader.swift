public import Schema

/// Reads recordings of Bluetooth LE advertising, piece by piece and in bounded memory; the format is recognised from
/// the first bytes. Pure: whoever drives it reads the file and keeps the pace.
///
/// Formats: btsnoop (datalinks 1001, 1002, 2001), pcap and pcapng (link types 187, 201, 251, 254, 256, 272), and the
/// text of `hcidump -R`, with or without `-t`.
///
/// ```swift
/// while true {
///     switch try reader.next() {
///     case .packet(let packet): reader.forEachReport { report in … }   // packet.time sets the pace
///     case .needsBytes: reader.append(chunk)  // or reader.finish() at the end of the file
///     case .ended: return
///     }
/// }
/// ```
public struct RecordingReader {
    /// What `next` found.
    public enum Step: Hashable, Sendable {
        /// A packet that may carry reports: `forEachReport` gives them.
        case packet(RecordedPacket)
        /// Give more bytes with `append`, or say `finish`.
        case needsBytes
        /// The recording is at its end.
        case ended
    }

    /// Counts of what was met.
    public struct Counters: Hashable, Sendable {
        /// Records of the file, of whatever kind.
        public var records: UInt64 = 0
        /// Records that cannot carry advertising: commands, data, other link types.
        public var uninteresting: UInt64 = 0
        /// Link-layer packets with a wrong CRC, or cut short; never made into reports.
        public var badCRC: UInt64 = 0
        /// Link-layer packets with a good CRC that are no advertising reports (scan requests and the like).
        public var otherPDUs: UInt64 = 0
        /// Advertising reports handed over.
        public var reports: UInt64 = 0

        /// Zeroes.
        public init() {}
    }

    /// What was met so far.
    public private(set) var counters = Counters()
    /// Bytes of the file used up so far; for showing progress.
    public var offset: UInt64 { input.offset }
    /// Counts of the HCI events' parser.
    public var events: HCIEventParser.Counters { parser.counters }

    private let name: String
    private var input = RecordingInput()
    private var format: Format?
    private var btsnoop = BTSnoopFormat()
    private var pcap: PcapFormat?
    private var pcapng = PcapngFormat()
    private var dump = HCIDumpFormat()
    private var packet: [UInt8] = []
    private var current: RecordedPacket?
    private var parser = HCIEventParser()
    private var failure: RecordingProblem?

    // The readers stand side by side as values: a record then costs neither a box nor a copy.
    private enum Format {
        case btsnoop, pcap, pcapng, dump
    }

    /// `name` names the recording in errors: its file name.
    public init(name: String) {
        self.name = name
    }

    /// Takes the next bytes of the file. Give pieces of about 64 KiB, and only when `next` asks.
    public mutating func append(_ chunk: UnsafeRawBufferPointer) {
        input.append(chunk)
    }

    /// Says that the file has ended.
    public mutating func finish() {
        input.isFinished = true
    }

    /// Moves on to the next packet of interest.
    ///
    /// Throws `sourceUnreadable` with place, reason and remedy when the file is broken, of no known format, or empty.
    /// Packets before the broken place have been given; afterwards it throws the same again.
    public mutating func next() throws(BeaconBusError) -> Step {
        current = nil
        if let failure { throw failure.error(in: name) }
        do {
            return try advance()
        } catch {
            failure = error
            throw error.error(in: name)
        }
    }

    /// Hands over the reports of the packet that `next` gave last; they are valid during the call only.
    public mutating func forEachReport(_ deliver: (AdvertisingReport) -> Void) {
        guard let current else { return }
        switch current.kind {
        case .event:
            let before = parser.counters.reports
            packet.withUnsafeBytes { bytes in _ = parser.parse(bytes, deliver) }
            counters.reports &+= parser.counters.reports &- before
        case .linkLayer(let info):
            packet.withUnsafeBytes { bytes in
                guard let pdu = LinkLayerPDU(bytes), pdu.hasGoodCRC else { return counters.badCRC &+= 1 }
                guard let report = pdu.report(info) else { return counters.otherPDUs &+= 1 }
                counters.reports &+= 1
                deliver(report)
            }
        }
        self.current = nil
    }

    private mutating func advance() throws(RecordingProblem) -> Step {
        if format == nil { format = try recognisedFormat() }
        guard let format else { return .needsBytes }
        while true {
            switch try take(format) {
            case .packet(let found):
                counters.records &+= 1
                current = found
                return .packet(found)
            case .uninteresting:
                counters.records &+= 1
                counters.uninteresting &+= 1
            case .progress: break
            case .needsBytes: return .needsBytes
            case .ended: return .ended
            }
        }
    }

    private mutating func take(_ format: Format) throws(RecordingProblem) -> RecordingStep {
        switch format {
        case .btsnoop: try btsnoop.next(&input, &packet)
        case .pcap: try pcap?.next(&input, &packet) ?? .ended
        case .pcapng: try pcapng.next(&input, &packet)
        case .dump: try dump.next(&input, &packet)
        }
    }

    /// The format, once enough of the file is here to tell. Nil while it is not.
    private mutating func recognisedFormat() throws(RecordingProblem) -> Format? {
        // A dump's first line may be preceded by blank ones; 64 bytes tell every format.
        guard input.available >= 64 || input.isFinished else { return nil }
        guard input.available > 0 else {
            throw RecordingProblem(offset: 0, reason: "the file is empty", suggestion: RecordingProblem.formats)
        }
        let start = input.slice(0..<min(64, input.available))
        if start.starts(with: BTSnoopFormat.magic) { return .btsnoop }
        if start.starts(with: PcapngFormat.magic) { return .pcapng }
        pcap = PcapFormat(magic: start.prefix(4))
        if pcap != nil { return .pcap }
        if HCIDumpFormat.recognises(start) { return .dump }
        throw RecordingProblem(
            offset: 0, reason: "the file begins like no recording that can be read here",
            suggestion: RecordingProblem.formats)
    }
}
