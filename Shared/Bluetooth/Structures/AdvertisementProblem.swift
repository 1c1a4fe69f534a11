/// What is wrong with advertising data, and where.
public struct AdvertisementProblem: Hashable, Sendable, CustomStringConvertible {
    /// The kind of defect.
    public var reason: Reason
    /// Where the broken AD structure begins, in bytes from the start of the data.
    public var offset: UInt16

    /// The defect in the structure that begins at `offset`.
    @inlinable
    public init(_ reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = UInt16(clamping: offset)
    }

    /// The defects this module tells apart.
    public enum Reason: UInt8, Hashable, Sendable, CaseIterable {
        /// An AD structure's length points past the end of the data.
        case structureOverrun
        /// Manufacturer data without its two-byte company identifier.
        case companyMissing
        /// Service data without its two-byte UUID.
        case serviceMissing
        /// Apple type 0x02 with length 0x15, but fewer than 21 bytes after it.
        case iBeaconShort
        /// The AltBeacon code, but fewer than 21 bytes after it.
        case altBeaconShort
        /// Eddystone service data without a frame type, or a frame shorter than its layout.
        case eddystoneShort
        /// An Eddystone or UriBeacon URL with a reserved scheme or a reserved byte.
        case urlInvalid
        /// A UriBeacon frame shorter than flags, power and scheme.
        case uriBeaconShort
    }

    /// A sentence for people.
    public var description: String {
        let what =
            switch reason {
            case .structureOverrun: "the length points past the end of the data"
            case .companyMissing: "manufacturer data ends before its company identifier"
            case .serviceMissing: "service data ends before its UUID"
            case .iBeaconShort: "the iBeacon frame is cut short"
            case .altBeaconShort: "the AltBeacon frame is cut short"
            case .eddystoneShort: "the Eddystone frame is cut short"
            case .urlInvalid: "the URL holds a reserved scheme or byte"
            case .uriBeaconShort: "the UriBeacon frame is cut short"
            }
        return "AD structure at byte \(offset): \(what)"
    }
}
