/// One packet of a recording that may carry advertising reports. Its bytes stay with the reader.
public struct RecordedPacket: Hashable, Sendable {
    /// Microseconds since 1970 as the recording says; nil in formats without time stamps. Only differences between
    /// records of one recording mean something: clocks of foreign machines are what they are.
    public var time: Int64?
    /// The adapter's index, where the recording tells adapters apart.
    public var adapter: UInt16?
    /// What the bytes are.
    public var kind: Kind

    /// The layers at which recordings are made.
    public enum Kind: Hashable, Sendable {
        /// An HCI event.
        case event
        /// A PDU of a link-layer sniffer, its CRC still to be checked.
        case linkLayer(LinkLayerInfo)
    }

    /// What a sniffer tells beside the PDU.
    public struct LinkLayerInfo: Hashable, Sendable {
        /// dBm; 127 = the sniffer did not measure it.
        public var rawRSSI: Int8 = 127
        /// 1 = LE 1M, 2 = LE 2M, 3 = LE coded.
        public var phy: UInt8 = 1

        /// Nothing known: no RSSI, LE 1M.
        public init() {}
    }
}
