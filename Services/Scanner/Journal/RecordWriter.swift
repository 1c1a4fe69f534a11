/// Writes the compact bytes of a journal entry.
struct RecordWriter {
    private(set) var bytes: [UInt8] = []

    /// Seven bits a byte, least significant first; small numbers take one byte.
    mutating func number(_ value: UInt64) {
        var value = value
        while value >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
            value >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: value))
    }

    /// Small numbers of either sign take few bytes: ZigZag, then seven bits a byte.
    mutating func signed(_ value: Int64) {
        number(UInt64(bitPattern: value << 1 ^ value >> 63))
    }

    mutating func fixed(_ value: some FixedWidthInteger) {
        var value = value.littleEndian
        withUnsafeBytes(of: &value) { bytes.append(contentsOf: $0) }
    }

    /// Length and bytes; at most 255.
    mutating func text(_ text: some Collection<UInt8>) {
        bytes.append(UInt8(clamping: text.count))
        bytes.append(contentsOf: text.prefix(255))
    }
}

/// Reads them; nil where they end too early.
struct RecordReader {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func number() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = fixed(UInt8.self) else { return nil }
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }

    mutating func signed() -> Int64? {
        number().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
    }

    mutating func fixed<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        let size = MemoryLayout<Number>.size
        guard bytes.count - offset >= size else { return nil }
        var value: Number = 0
        for index in (0..<size).reversed() {
            value = size > 1 ? value << 8 : 0
            value |= Number(truncatingIfNeeded: bytes[offset + index])
        }
        offset += size
        return value
    }

    mutating func text() -> [UInt8]? {
        guard let count = fixed(UInt8.self), bytes.count - offset >= Int(count) else { return nil }
        defer { offset += Int(count) }
        return Array(bytes[offset..<offset + Int(count)])
    }
}
