extension AdvertisingReport {
    /// The event type bits of an extended advertising report (Core Specification Vol 4 Part E 7.7.65.13).
    public struct Properties: OptionSet, Hashable, Sendable {
        /// The bits as in the report.
        public let rawValue: UInt8

        /// Any bits; unknown ones mean nothing.
        @inlinable
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The advertiser accepts connections.
        public static let connectable = Properties(rawValue: 1 << 0)
        /// The advertiser answers scan requests.
        public static let scannable = Properties(rawValue: 1 << 1)
        /// Meant for one receiver.
        public static let directed = Properties(rawValue: 1 << 2)
        /// The answer to a scan request, not an advertisement of its own.
        public static let scanResponse = Properties(rawValue: 1 << 3)
        /// Sent with a legacy PDU of at most 31 bytes.
        public static let legacy = Properties(rawValue: 1 << 4)
    }

    /// How much of the data is here.
    public enum DataStatus: UInt8, Hashable, Sendable {
        /// All of it.
        case complete = 0
        /// One fragment; more follow. Delivered only by parsers told to deliver fragments.
        case moreToCome = 1
        /// The controller lost the rest; what is here is the beginning.
        case truncated = 2
    }

    /// The PDU of legacy advertising (Core Specification Vol 6 Part B 2.3).
    public enum LegacyPDU: String, Hashable, Sendable {
        /// Connectable and scannable, undirected.
        case connectableUndirected = "ADV_IND"
        /// Connectable, meant for one receiver.
        case directed = "ADV_DIRECT_IND"
        /// Scannable, not connectable.
        case scannable = "ADV_SCAN_IND"
        /// Neither connectable nor scannable: a pure broadcast.
        case nonConnectable = "ADV_NONCONN_IND"
        /// The answer to a scan request.
        case scanResponse = "SCAN_RSP"
    }

    /// The legacy PDU that carried the data; nil for extended advertising.
    public var legacyPDU: LegacyPDU? {
        guard properties.contains(.legacy) else { return nil }
        if properties.contains(.scanResponse) { return .scanResponse }
        if properties.contains(.directed) { return .directed }
        if properties.contains(.connectable) { return .connectableUndirected }
        return properties.contains(.scannable) ? .scannable : .nonConnectable
    }
}

extension AdvertisingReport.Properties {
    /// Maps the event type of a legacy report (0 ADV_IND … 4 SCAN_RSP); an undefined type counts as non-connectable.
    @inlinable
    static func legacyEvent(_ type: UInt8) -> Self {
        switch type {
        case 0: Self(rawValue: 0x13)
        case 1: Self(rawValue: 0x15)
        case 2: Self(rawValue: 0x12)
        case 4: Self(rawValue: 0x1a)
        default: Self(rawValue: 0x10)
        }
    }
}
