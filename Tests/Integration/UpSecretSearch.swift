import Glibc
import Identity
import Support

/// Looks for secrets in files in every shape they could have been written in: as they are, as base64 wherever in a
/// longer text they begin, and as hex.
struct SecretSearch {
    private var secrets: [(name: String, bytes: [UInt8])] = []

    var count: Int { secrets.count }

    mutating func add(_ name: String, _ bytes: [UInt8]) {
        secrets.append((name, bytes))
    }

    /// The private number of a P-256 key, and each line of the text it stands in.
    mutating func add(pem name: String, _ text: String) {
        var body: [Substring] = []
        var isKey = false
        for line in text.split(separator: "\n") {
            if line.hasPrefix("-----") {
                isKey = line.hasPrefix("-----BEGIN PRIVATE KEY")
            } else if isKey {
                body.append(line)
            }
        }
        guard let der = Base64.decode(body.joined()) else { return }
        // RFC 5915: an octet string of 32 bytes.
        for index in der.indices.dropLast(33) where der[index] == 4 && der[index + 1] == 32 {
            add(name, Array(der[(index + 2)..<(index + 34)]))
            break
        }
        for line in body where line.count >= 48 { add("\(name), a line of it", Array(line.utf8)) }
    }

    /// Names of the secrets that stand in one of the files.
    func found(in files: [String], folder: String) async throws -> [String] {
        let needles = "\(folder)/needles"
        let shapes = secrets.flatMap { secret in Self.shapes(secret.bytes).map { (secret.name, $0) } }
        try Self.write(needles, shapes.map(\.1).joined(separator: "\n") + "\n")
        var found: [String] = []
        for file in files {
            // Bytes as they are are found in the file's own hex.
            let hex = "\(folder)/hex"
            try Self.write(hex, Self.hex(Array(readFile(file).utf8)))
            for text in [file, hex] {
                let output = "\(folder)/grep"
                unlink(output)
                let grep = try ChildProcess("/usr/bin/grep", ["-a", "-o", "-F", "-f", needles, text], output: output)
                let status = await grep.ended(within: .seconds(120))
                // 1 = nothing, 0 = something.
                let code = status.flatMap { ChildProcess.exitCode($0) }
                if code == 1 { continue }
                let hits = Set(try readFile(output).split(separator: "\n").map(String.init))
                let names = Set(shapes.filter { hits.contains($0.1) }.map(\.0))
                found +=
                    names.isEmpty ? ["grep failed on \(text): \(hits.first ?? "")"] : names.map { "\($0) in \(file)" }
            }
        }
        return found.sorted()
    }

    /// Whether the search finds what is there: one secret after the other in each of its shapes.
    func proveItself(in folder: String) throws -> Bool {
        for secret in [secrets.first, secrets.last].compactMap(\.self) {
            let around = Array("xy".utf8)
            for shift in 0..<3 {
                let text = Base64.encode(Array(repeating: 7, count: shift) + secret.bytes + around)
                guard Self.shapes(secret.bytes).contains(where: { text.contains($0) }) else { return false }
            }
            let hex = Self.hex(around + secret.bytes)
            guard Self.shapes(secret.bytes).contains(where: { hex.contains($0) }) else { return false }
        }
        return !secrets.isEmpty
    }

    private static func shapes(_ bytes: [UInt8]) -> [String] {
        var shapes = [hex(bytes), hex(bytes).uppercased()]
        for shift in 0..<3 {
            // Characters that also hold bits of what stands around are left off.
            let text = Array(Base64.encode(Array(repeating: 0, count: shift) + bytes))
            let first = shift == 0 ? 0 : shift + 1
            let bits = (shift + bytes.count) * 8
            shapes.append(String(text[first..<(bits / 6)]))
            shapes.append(String(text[first..<(bits / 6)].map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }))
        }
        if bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) { shapes.append(String(decoding: bytes, as: UTF8.self)) }
        return Array(Set(shapes))
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A file of any size.
    private static func write(_ path: String, _ text: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw ChildProcess.Failure(description: "\(path) cannot be written") }
            rest = rest.dropFirst(count)
        }
    }
}
