/// The outcome of looking for a beacon frame in one AD structure.
enum FrameDecoding {
    /// Nothing of ours.
    case none
    case frame(BeaconFrame)
    case broken(AdvertisementProblem.Reason)

    /// Looks at manufacturer data: company, then the company's own layout.
    @inline(__always)
    static func manufacturer(_ base: UnsafeRawPointer, _ count: Int) -> FrameDecoding {
        guard count >= 4 else { return count < 2 ? .broken(.companyMissing) : .none }
        let code = base.little16(2)
        if code == 0x1502 && base.little16(0) == AppleContinuity.company {
            guard count >= 25 else { return .broken(.iBeaconShort) }
            return .frame(.iBeacon(IBeacon(base + 4)))
        }
        if code == 0xacbe {
            guard count >= 25 else { return .broken(.altBeaconShort) }
            return .frame(
                .altBeacon(
                    AltBeacon(company: base.little16(0), base + 4, reserved: count > 25 ? base.byte(25) : nil)))
        }
        return .none
    }

    /// Looks at service data with a 16-bit UUID.
    @inline(__always)
    static func service(_ base: UnsafeRawPointer, _ count: Int) -> FrameDecoding {
        guard count >= 2 else { return .broken(.serviceMissing) }
        switch base.little16(0) {
        case 0xfeaa: return eddystone(base + 2, count - 2)
        case 0xfed8: return uriBeacon(base + 2, count - 2)
        default: return .none
        }
    }

    /// Frame types (high nibble) 0 UID, 1 URL, 2 TLM, 3 EID. Others are unassigned, or Find Hub's 0x40 and 0x41,
    /// which share the UUID: not broken Eddystone, simply not a beacon.
    private static func eddystone(_ base: UnsafeRawPointer, _ count: Int) -> FrameDecoding {
        guard count >= 1 else { return .broken(.eddystoneShort) }
        switch base.byte(0) {
        case 0x00:
            guard count >= 18 else { return .broken(.eddystoneShort) }
            return .frame(.eddystoneUID(EddystoneUID(base + 1)))
        case 0x10:
            guard count >= 3 else { return .broken(.eddystoneShort) }
            guard let url = CompressedURL(UnsafeRawBufferPointer(start: base + 2, count: count - 2)) else {
                return .broken(.urlInvalid)
            }
            return .frame(.eddystoneURL(EddystoneURL(powerAtZero: base.signedByte(1), url: url)))
        case 0x20:
            return telemetry(base, count)
        case 0x30:
            guard count >= 10 else { return .broken(.eddystoneShort) }
            return .frame(.eddystoneEID(EddystoneEID(base + 1)))
        default:
            return .none
        }
    }

    private static func telemetry(_ base: UnsafeRawPointer, _ count: Int) -> FrameDecoding {
        guard count >= 2 else { return .broken(.eddystoneShort) }
        switch base.byte(1) {
        case 0:
            guard count >= 14 else { return .broken(.eddystoneShort) }
            return .frame(.eddystoneTelemetry(EddystoneTelemetry(base + 2)))
        case 1:
            guard count >= 18 else { return .broken(.eddystoneShort) }
            return .frame(.eddystoneEncryptedTelemetry(EddystoneEncryptedTelemetry(base + 2)))
        default:
            return .none
        }
    }

    private static func uriBeacon(_ base: UnsafeRawPointer, _ count: Int) -> FrameDecoding {
        guard count >= 3 else { return .broken(.uriBeaconShort) }
        let encoded = UnsafeRawBufferPointer(start: base + 2, count: count - 2)
        guard let url = CompressedURL(encoded, allowsURN: true) else { return .broken(.urlInvalid) }
        return .frame(.uriBeacon(UriBeacon(flags: base.byte(0), powerAtZero: base.signedByte(1), url: url)))
    }
}
