extension FieldType {
    /// Free text of at most so many bytes of UTF-8.
    public static func string(maximumLength: Int) -> FieldType { .string(0...maximumLength) }

    /// Counters by name.
    public static let counters = FieldType.dictionary(.count, maximumCount: 256)

    /// A beacon format by name. A reader takes a name it does not know for `other`, so formats can be added (D19).
    public static let beaconFormat = FieldType.string(1...32)

    /// A strength or calibrated strength, dBm.
    public static let strength = FieldType.integer(-127...127)
}
