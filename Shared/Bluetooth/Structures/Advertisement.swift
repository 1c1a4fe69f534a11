/// What one pass over advertising data found: the beacon frame, telemetry, name and power.
///
/// Fixed size; names and URLs are borrowed from the data and valid as long as it is.
public struct Advertisement {
    /// The first frame that identifies a beacon.
    public var frame: BeaconFrame?
    /// Where the AD structure of a second identifying frame begins (rare; extended advertising has room for it);
    /// 0 = there is none.
    public var furtherFrame: UInt16 = 0
    /// What kind of device sends it, by the first structure that says so at a glance; no beacon's and no sensor's.
    public var kind = DeviceKind.unknown
    /// Where the first structure begins that may be a sensor's, plus 1; 0 = there is none.
    var candidate: UInt16 = 0
    /// Plain telemetry, alone or beside a frame.
    public var telemetry: EddystoneTelemetry?
    /// Encrypted telemetry.
    public var encryptedTelemetry: EddystoneEncryptedTelemetry?
    /// The name's place, apart: two words written at once and read as one would stall the processor.
    var nameStart: UnsafeRawPointer?
    var nameCount: UInt16 = 0
    /// Transmit power at the antenna in dBm, as the advertiser says (AD type 0x0a).
    public var txPower: Int8?
    /// The company of the first manufacturer data.
    public var company: UInt16?
    /// The first thing that was broken; everything before it is here.
    public var problem: AdvertisementProblem?

    /// Whether there is telemetry, plain or encrypted.
    @inline(__always)
    var hasTelemetry: Bool { telemetry != nil || encryptedTelemetry != nil }

    /// The name as sent: UTF-8 by the specification, any bytes in practice. The complete name, else the shortened.
    public var name: UnsafeRawBufferPointer? {
        nameStart.map { UnsafeRawBufferPointer(start: $0, count: Int(nameCount)) }
    }

    /// Decodes advertising data of any length.
    @inlinable
    public init(_ data: UnsafeRawBufferPointer) {
        self.init()
        decode(data)
    }

    @usableFromInline
    init() {}

    @usableFromInline
    mutating func decode(_ data: UnsafeRawBufferPointer) {
        guard let base = data.baseAddress else { return }
        let count = data.count
        var offset = 0
        var nameIsComplete = false
        while offset < count {
            let length = Int(base.byte(offset))
            guard length > 0 else { return }
            guard length < count - offset else { return note(.structureOverrun, offset) }
            let value = base + offset + 2
            switch base.byte(offset + 1) {
            case 0xff:
                if company == nil && length >= 3 { company = value.little16(0) }
                let found = FrameDecoding.manufacturer(value, length - 1)
                if case .none = found { note(DeviceKind.Glance(manufacturer: value, length - 1), offset) }
                take(found, offset)
            case 0x16:
                let found = FrameDecoding.service(value, length - 1)
                if case .none = found { note(DeviceKind.Glance(service: value, length - 1), offset) }
                take(found, offset)
            case 0x08:
                if nameStart == nil { setName(value, length - 1) }
            case 0x09:
                if !nameIsComplete { setName(value, length - 1) }
                nameIsComplete = true
            case 0x29, 0x2a, 0x2b:
                if kind == .unknown { kind = .mesh }
            case 0x0a:
                if txPower == nil && length >= 2 { txPower = value.signedByte(0) }
            default:
                break
            }
            offset += length + 1
        }
    }

    @inline(__always)
    private mutating func setName(_ start: UnsafeRawPointer, _ count: Int) {
        nameStart = start
        nameCount = UInt16(truncatingIfNeeded: count)
    }

    @inline(__always)
    private mutating func take(_ decoding: FrameDecoding, _ offset: Int) {
        switch decoding {
        case .none: break
        case .broken(let reason): note(reason, offset)
        case .frame(.eddystoneTelemetry(let found)): if telemetry == nil { telemetry = found }
        case .frame(.eddystoneEncryptedTelemetry(let found)):
            if encryptedTelemetry == nil { encryptedTelemetry = found }
        case .frame(let found):
            if frame == nil {
                frame = found
            } else if furtherFrame == 0 {
                furtherFrame = UInt16(clamping: offset)
            }
        }
    }

    @inline(__always)
    private mutating func note(_ glance: DeviceKind.Glance, _ offset: Int) {
        switch glance {
        case .kind(let found): if kind == .unknown { kind = found }
        case .candidate: if candidate == 0 { candidate = UInt16(truncatingIfNeeded: offset &+ 1) }
        }
    }

    private mutating func note(_ reason: AdvertisementProblem.Reason, _ offset: Int) {
        if problem == nil { problem = AdvertisementProblem(reason, offset: offset) }
    }
}
