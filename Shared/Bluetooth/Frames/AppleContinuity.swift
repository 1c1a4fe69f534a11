/// Walks the messages in Apple's manufacturer data: type, length, value, repeated.
/// Type 0x01 (overflow area) alone has no length byte: it is the 16 bytes that follow.
public struct AppleContinuity: Sequence, IteratorProtocol {
    /// Apple's Bluetooth company identifier.
    public static let company: UInt16 = 0x004c

    /// One message; its value borrows from the data.
    public struct Message {
        /// 0x02 iBeacon, 0x05 AirDrop, 0x07 proximity pairing, 0x09 AirPlay, 0x0c Handoff, 0x10 Nearby Info,
        /// 0x12 Find My, …
        public var type: UInt8
        /// What follows type and length.
        public var value: UnsafeRawBufferPointer
    }

    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    /// Takes the manufacturer data after the company identifier.
    public init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The next message; a last one that is cut short has the value that is left.
    public mutating func next() -> Message? {
        guard offset < bytes.count else { return nil }
        let type = bytes[offset]
        offset += 1
        var length = 16
        if type != 0x01 {
            guard offset < bytes.count else { return Message(type: type, value: .init(start: nil, count: 0)) }
            length = Int(bytes[offset])
            offset += 1
        }
        let end = Swift.min(offset + length, bytes.count)
        defer { offset = end }
        return Message(type: type, value: UnsafeRawBufferPointer(rebasing: bytes[offset..<end]))
    }
}
