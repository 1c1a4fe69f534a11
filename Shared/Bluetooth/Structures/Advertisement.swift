/// What one pass over advertising data found: the beacon frame, telemetry, name and power.
///
/// Fixed size; names and URLs are borrowed from the data and valid as long as it is.
public struct Advertisement {
    /// The first frame that identifies a beacon.
    public var frame: BeaconFrame?
    /// The value of the structure it is in.
    private(set) var frameStart: UnsafeRawPointer?
    /// Where the AD structure of a second identifying frame begins (rare; extended advertising has room for it);
    /// 0 = there is none.
    public var furtherFrame: UInt16 = 0
    /// What kind of device sends it, by the first structure that says so at a glance; no beacon's and no sensor's.
    public var kind = DeviceKind.unknown
    /// What there is beside kind, name and power, so that nearly all advertisements are told from the rest at once.
    var contents: Contents = []
    /// Transmit power at the antenna in dBm, as the advertiser says (AD type 0x0a).
    public var txPower: Int8?
    /// Where the first structure begins that may be a sensor's; it is whole, and two bytes of its value are there.
    private(set) var candidate: UnsafeRawPointer?
    /// The name's place, apart: two words written at once and read as one would stall the processor.
    var nameStart: UnsafeRawPointer?
    var nameCount: UInt16 = 0
    private var telemetryStart: UnsafeRawPointer?
    private var encryptedTelemetryStart: UnsafeRawPointer?
    /// The first thing that was broken; everything before it is here.
    public var problem: AdvertisementProblem?

    /// Plain telemetry, alone or beside a frame.
    public var telemetry: EddystoneTelemetry? { telemetryStart.map { EddystoneTelemetry($0) } }

    /// Encrypted telemetry.
    public var encryptedTelemetry: EddystoneEncryptedTelemetry? {
        encryptedTelemetryStart.map { EddystoneEncryptedTelemetry($0) }
    }

    /// The name as sent: UTF-8 by the specification, any bytes in practice. The complete name, else the shortened.
    public var name: UnsafeRawBufferPointer? {
        nameStart.map { UnsafeRawBufferPointer(start: $0, count: Int(nameCount)) }
    }

    /// What an advertisement may have.
    struct Contents: OptionSet {
        let rawValue: UInt8

        static let frame = Contents(rawValue: 1)
        static let furtherFrame = Contents(rawValue: 2)
        static let candidate = Contents(rawValue: 4)
        /// More than one candidate.
        static let furtherCandidate = Contents(rawValue: 8)
        static let telemetry = Contents(rawValue: 16)
        static let encryptedTelemetry = Contents(rawValue: 32)
    }

    /// Decodes advertising data of any length.
    public init(_ data: UnsafeRawBufferPointer) {
        self.init()
        walk(data)
    }

    init() {}

    /// The only pass over the structures. What nearly every advertisement has stands in variables of its own meanwhile,
    /// that is in registers.
    @inline(never)
    mutating func walk(_ data: UnsafeRawBufferPointer) {
        guard let base = data.baseAddress else { return }
        let count = data.count
        var offset = 0
        var kind = DeviceKind.unknown
        var contents: Contents = []
        var nameIsComplete = false
        while offset < count {
            let length = Int(base.byte(offset))
            guard length > 0 else { break }
            guard length < count &- offset else {
                note(.structureOverrun, offset)
                break
            }
            let value = base + offset + 2
            switch base.byte(offset &+ 1) {
            case 0xff:
                switch FrameDecoding.manufacturer(value, length &- 1) {
                case .none:
                    note(DeviceKind.Glance(manufacturer: value, length &- 1), value, &kind, &contents)
                case .broken(let reason): note(reason, offset)
                case .frame(let found): take(found, value, offset, &contents)
                }
            case 0x16:
                switch FrameDecoding.service(value, length &- 1) {
                case .none: note(DeviceKind.Glance(service: value, length &- 1), value, &kind, &contents)
                case .broken(let reason): note(reason, offset)
                // Behind UUID, frame type and version.
                case .frame(.eddystoneTelemetry):
                    if !contents.contains(.telemetry) { telemetryStart = value + 4 }
                    contents.insert(.telemetry)
                case .frame(.eddystoneEncryptedTelemetry):
                    if !contents.contains(.encryptedTelemetry) { encryptedTelemetryStart = value + 4 }
                    contents.insert(.encryptedTelemetry)
                case .frame(let found): take(found, value, offset, &contents)
                }
            case 0x08:
                if nameStart == nil { setName(value, length &- 1) }
            case 0x09:
                if !nameIsComplete { setName(value, length &- 1) }
                nameIsComplete = true
            case 0x29, 0x2a, 0x2b:
                if kind == .unknown { kind = .mesh }
            case 0x0a:
                if txPower == nil && length >= 2 { txPower = value.signedByte(0) }
            default:
                break
            }
            offset = offset &+ length &+ 1
        }
        self.kind = kind
        self.contents = contents
    }

    @inline(__always)
    private mutating func setName(_ start: UnsafeRawPointer, _ count: Int) {
        nameStart = start
        nameCount = UInt16(truncatingIfNeeded: count)
    }

    @inline(__always)
    private mutating func take(
        _ found: BeaconFrame, _ value: UnsafeRawPointer, _ offset: Int, _ contents: inout Contents
    ) {
        if !contents.contains(.frame) {
            frame = found
            frameStart = value
            contents.insert(.frame)
        } else if furtherFrame == 0 {
            furtherFrame = UInt16(clamping: offset)
            contents.insert(.furtherFrame)
        }
    }

    @inline(__always)
    private mutating func note(
        _ glance: DeviceKind.Glance, _ value: UnsafeRawPointer, _ kind: inout DeviceKind, _ contents: inout Contents
    ) {
        switch glance {
        case .kind(let found): if kind == .unknown { kind = found }
        case .candidate:
            if contents.contains(.candidate) {
                contents.insert(.furtherCandidate)
            } else {
                candidate = value - 2
                contents.insert(.candidate)
            }
        }
    }

    @inline(never)
    private mutating func note(_ reason: AdvertisementProblem.Reason, _ offset: Int) {
        if problem == nil { problem = AdvertisementProblem(reason, offset: offset) }
    }
}
