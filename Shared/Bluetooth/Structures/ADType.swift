/// The type octet of an AD structure (Assigned Numbers 2.3).
public struct ADType: RawRepresentable, Hashable, Sendable {
    /// The octet.
    public let rawValue: UInt8

    /// Any octet.
    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Discoverability.
    public static let flags = ADType(rawValue: 0x01)
    /// The beginning of the local name.
    public static let shortenedName = ADType(rawValue: 0x08)
    /// The whole local name.
    public static let completeName = ADType(rawValue: 0x09)
    /// Transmit power at the antenna, one signed byte, dBm.
    public static let txPower = ADType(rawValue: 0x0a)
    /// Data of a service with a 16-bit UUID.
    public static let serviceData = ADType(rawValue: 0x16)
    /// Company identifier, then what the company likes.
    public static let manufacturerData = ADType(rawValue: 0xff)
}
