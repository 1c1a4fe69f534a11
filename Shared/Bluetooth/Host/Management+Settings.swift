extension Management {
    /// What an adapter can, or does at the moment.
    public struct Settings: OptionSet, Hashable, Sendable {
        /// The bits of the specification.
        public let rawValue: UInt32
        /// Switched on.
        public static let powered = Settings(rawValue: 1 << 0)
        /// Bluetooth LE.
        public static let lowEnergy = Settings(rawValue: 1 << 9)

        /// As in the specification.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Little endian; bytes that are missing are 0.
        public init(_ bytes: some RandomAccessCollection<UInt8>) {
            self.init(
                rawValue: bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) })
        }
    }
}
