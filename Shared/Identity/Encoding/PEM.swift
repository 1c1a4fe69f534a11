internal import COpenSSL

/// Reads and writes PEM texts (RFC 7468), strictly: whole lines, one label, no headers, canonical base64.
enum PEM {
    /// Why a text is not read: a clause.
    struct Fault: Error {
        let reason: String
    }

    /// The blocks of a text of at most `limit` bytes, at most `count`.
    ///
    /// Between blocks there may be white space, and other lines only if `comments` says so.
    static func blocks(
        _ text: [UInt8], limit: Int, count: Int, comments: Bool = false
    ) throws(Fault) -> [PEMBlock] {
        guard text.count <= limit else { throw Fault(reason: "it is larger than \(limit) bytes") }
        var blocks: [PEMBlock] = []
        var open: (label: String, body: [UInt8])?
        for line in text.split(separator: 0x0a, omittingEmptySubsequences: false) {
            let line = trimmed(line)
            if let label = label(of: line, "-----BEGIN ") {
                guard open == nil else { throw Fault(reason: "a block begins within a block") }
                guard blocks.count < count else { throw Fault(reason: "it has more than \(count) blocks") }
                open = (label, [])
                open?.body.reserveCapacity(text.count)
            } else if let label = label(of: line, "-----END ") {
                guard open?.label == label else { throw Fault(reason: "a block ends that has not begun") }
                guard let der = open.flatMap({ Base64.decode($0.body) }), !der.isEmpty else {
                    throw Fault(reason: "a block is not base64")
                }
                blocks.append(PEMBlock(label: label, der: der))
                // It may have been a key.
                open?.body.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
                open = nil
            } else if open != nil {
                guard !line.isEmpty else { throw Fault(reason: "a line within a block is empty") }
                open?.body.append(contentsOf: line)
            } else if !line.isEmpty, !comments {
                throw Fault(reason: "something stands outside of a block")
            }
        }
        guard open == nil else { throw Fault(reason: "a block has no end") }
        guard !blocks.isEmpty else { throw Fault(reason: "it has no block") }
        return blocks
    }

    /// The text of one block, lines of 64 characters.
    static func text(_ label: String, _ der: [UInt8]) -> String {
        String(decoding: bytes(label, der), as: UTF8.self)
    }

    /// The same in bytes, so that a secret's can be overwritten.
    static func bytes(_ label: String, _ der: [UInt8]) -> [UInt8] {
        var body = Base64.encodedBytes(der)
        defer { body.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
        var output: [UInt8] = []
        output.reserveCapacity(body.count + body.count / 64 + 2 * label.utf8.count + 40)
        output.append(contentsOf: "-----BEGIN \(label)-----\n".utf8)
        var start = 0
        while start < body.count {
            let end = min(start + 64, body.count)
            output.append(contentsOf: body[start..<end])
            output.append(0x0a)
            start = end
        }
        output.append(contentsOf: "-----END \(label)-----\n".utf8)
        return output
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let last = line.last, last == 0x20 || last == 0x09 || last == 0x0d { line.removeLast() }
        return line
    }

    private static func label(of line: ArraySlice<UInt8>, _ prefix: String) -> String? {
        let suffix = "-----"
        guard line.count > prefix.utf8.count + suffix.utf8.count, line.starts(with: prefix.utf8),
            line.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        else { return nil }
        let label = line.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
        let plain = label.allSatisfy { (0x41...0x5a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x20 }
        guard plain, label.count <= 64 else { return nil }
        return String(decoding: label, as: UTF8.self)
    }
}
