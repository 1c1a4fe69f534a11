/// Cuts a byte stream into HCI packets (UART transport, Core Specification Vol 4 Part A 2). Bounded to one buffer.
///
/// A byte that can begin no packet, or a length that no packet has, means that the stream is out of step: bytes are
/// dropped, and counted, until an event begins that a scanner must expect: Command Complete, Command Status, Hardware
/// Error or LE Meta, each of a length it can have. Any other packet could be one seen from its middle, and the same again
/// and again where the same packets come again and again.
public struct H4Deframer: Sendable {
    /// Bytes that belonged to no packet.
    public private(set) var dropped: UInt64 = 0

    private var buffer: [UInt8]
    private var isInStep = true
    private var start = 0
    private var end = 0

    /// The longest packet that is waited for: an event has at most 258 bytes, data as much as controllers send.
    static let longest = 4_096

    /// An empty one.
    public init() {
        buffer = [UInt8](repeating: 0, count: 4 * Self.longest)
    }

    /// Forgets all bytes.
    public mutating func removeAll() {
        start = 0
        end = 0
        isInStep = true
    }

    /// Lets `read` fill free space; it gives how many bytes it wrote. Takes what is left over from the packets before.
    public mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        if start > 0 {
            buffer.withUnsafeMutableBytes { bytes in
                if end > start {
                    bytes.baseAddress!.copyMemory(from: bytes.baseAddress! + start, byteCount: end - start)
                }
            }
            end -= start
            start = 0
        }
        let count = buffer.withUnsafeMutableBytes { read(UnsafeMutableRawBufferPointer(rebasing: $0[end...])) }
        if count > 0 { end += min(count, buffer.count - end) }
        return count
    }

    /// Hands the next packet over, with its type byte; false if none is complete.
    public mutating func next(_ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        while start < end {
            guard let length = length() else {
                start += 1
                dropped &+= 1
                isInStep = false
                continue
            }
            guard length > 0, end - start >= length else { return false }
            buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<start + length])) }
            start += length
            isInStep = true
            return true
        }
        return false
    }

    /// The length of the packet at `start`; 0 if too little of it is there to know, nil if none begins here.
    private func length() -> Int? {
        let left = end - start
        if !isInStep {
            guard buffer[start] == 0x04 else { return nil }
            if left >= 3, !Self.isExpected(buffer[start + 1], length: buffer[start + 2]) { return nil }
        }
        switch buffer[start] {
        case 0x04:
            if left >= 2, !Self.isEvent(buffer[start + 1]) { return nil }
            return left < 3 ? 0 : 3 + Int(buffer[start + 2])
        case 0x02, 0x05:
            guard left >= 5 else { return 0 }
            let length =
                5 + Int(buffer[start + 3]) + Int(buffer[start + 4] & (buffer[start] == 0x05 ? 0x3f : 0xff)) << 8
            return length <= Self.longest ? length : nil
        case 0x03: return left < 4 ? 0 : 4 + Int(buffer[start + 3])
        default: return nil
        }
    }

    private static func isExpected(_ code: UInt8, length: UInt8) -> Bool {
        switch code {
        case 0x0e: length >= 3
        case 0x0f: length == 4
        case 0x10: length == 1
        case 0x3e: length >= 2
        default: false
        }
    }

    /// Whether an event has this code: 0x01 … 0x58 of the specification, or a vendor's.
    private static func isEvent(_ code: UInt8) -> Bool { (0x01...0x58).contains(code) || code == 0xff }
}
