/// One structure of advertising data: a type and its value (Core Specification Vol 3 Part C 11).
/// A borrowed view, valid as long as the bytes it was read from.
public struct ADStructure {
    /// What the value means.
    public var type: ADType
    /// The bytes after the type; may be empty.
    public var value: UnsafeRawBufferPointer

    @inlinable
    public init(type: ADType, value: UnsafeRawBufferPointer) {
        self.type = type
        self.value = value
    }
}

/// The type octet of an AD structure (Assigned Numbers 2.3).
public struct ADType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let flags = ADType(rawValue: 0x01)
    public static let shortenedName = ADType(rawValue: 0x08)
    public static let completeName = ADType(rawValue: 0x09)
    public static let txPower = ADType(rawValue: 0x0a)
    public static let serviceData = ADType(rawValue: 0x16)
    public static let manufacturerData = ADType(rawValue: 0xff)
}
