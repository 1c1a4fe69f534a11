/// The form of DER (X.690, 10): definite, shortest lengths, nothing left over. OpenSSL also takes BER, others do not.
enum DER {
    /// Nil for one complete value, else why not: a clause.
    static func fault(_ bytes: [UInt8]) -> String? {
        var reader = Reader(bytes: bytes)
        if let fault = reader.value(until: bytes.count, depth: 0) { return fault }
        return reader.index == bytes.count ? nil : "something follows its end"
    }

    private struct Reader {
        let bytes: [UInt8]
        var index = 0

        /// Moves behind one value that lies before `end`.
        mutating func value(until end: Int, depth: Int) -> String? {
            guard depth < 24 else { return "it is nested too deeply" }
            guard let tag = next(end) else { return "it is cut off" }
            if tag & 0x1f == 0x1f { return "it has a tag of many bytes" }
            guard let first = next(end) else { return "it is cut off" }
            var length = Int(first)
            if first >= 0x80 {
                let count = Int(first & 0x7f)
                guard count > 0 else { return "it has an indefinite length" }
                guard count <= 4 else { return "it has a length beyond all bounds" }
                length = 0
                for _ in 0..<count {
                    guard let byte = next(end) else { return "it is cut off" }
                    length = length << 8 | Int(byte)
                }
                guard length >= 0x80, length >> (8 * (count - 1)) > 0 else {
                    return "it has a length that is not the shortest"
                }
            }
            guard length <= end - index else { return "it is cut off" }
            let behind = index + length
            // Constructed: values within.
            if tag & 0x20 != 0 {
                while index < behind {
                    if let fault = value(until: behind, depth: depth + 1) { return fault }
                }
            }
            index = behind
            return nil
        }

        private mutating func next(_ end: Int) -> UInt8? {
            guard index < end else { return nil }
            defer { index += 1 }
            return bytes[index]
        }
    }
}
