/// One packet of the kernel's monitor channel: what some adapter's controller and host say to each other.
struct MonitorPacket {
    enum Kind: UInt16 {
        case newIndex = 0
        case removedIndex = 1
        case command = 2
        case event = 3
        case opened = 8
        case closed = 9
    }

    let kind: Kind
    let index: UInt16
    /// Without the packet type byte.
    let payload: UnsafeRawBufferPointer

    /// Nil for other packets and for broken ones.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 6 else { return nil }
        func word(_ offset: Int) -> UInt16 { UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8 }
        guard let kind = Kind(rawValue: word(0)), bytes.count >= 6 + Int(word(4)) else { return nil }
        self.kind = kind
        index = word(2)
        payload = UnsafeRawBufferPointer(rebasing: bytes[6..<6 + Int(word(4))])
    }
}
