/// One packet of the kernel's monitor channel: what some adapter's controller and host say to each other (`hci_mon.h`).
public struct MonitorPacket {
    /// The kinds that matter to a scanner.
    public enum Kind: UInt16, Sendable {
        case newIndex = 0
        case removedIndex = 1
        case command = 2
        case event = 3
        case opened = 8
        case closed = 9
    }

    /// What it is.
    public let kind: Kind
    /// Of which adapter.
    public let index: UInt16
    /// Without the packet type byte; borrowed.
    public let payload: UnsafeRawBufferPointer

    /// Nil for other packets and for broken ones.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 6 else { return nil }
        func word(_ offset: Int) -> UInt16 { UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8 }
        guard let kind = Kind(rawValue: word(0)), bytes.count >= 6 + Int(word(4)) else { return nil }
        self.kind = kind
        index = word(2)
        payload = UnsafeRawBufferPointer(rebasing: bytes[6..<6 + Int(word(4))])
    }
}
