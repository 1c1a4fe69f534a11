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
        try Self.write(needles, Array((shapes.map(\.1).joined(separator: "\n") + "\n").utf8))
        // All at once first; one by one only where there is something to be found.
        let all = "\(folder)/all"
        try Self.write(all, files.flatMap { try Self.read($0) + [10] })
        guard try await !hits(in: all, needles, folder).isEmpty else { return [] }
        var found: [String] = []
        for file in files {
            let hits = try await hits(in: file, needles, folder)
            found += Set(shapes.filter { hits.contains($0.1) }.map(\.0)).map { "\($0) in \(file)" }
        }
        return found.isEmpty ? ["something, but in none of the files alone"] : found.sorted()
    }

    /// The needles that stand in a file, or in its own hex, where bytes as they are are found.
    private func hits(in file: String, _ needles: String, _ folder: String) async throws -> Set<String> {
        let hex = "\(folder)/hex"
        try await runTool("/bin/sh", ["-c", "od -An -v -tx1 '\(file)' | tr -d ' \\n' > '\(hex)'"], in: folder)
        var hits: Set<String> = []
        for text in [file, hex] {
            let output = "\(folder)/grep"
            unlink(output)
            let grep = try ChildProcess("/usr/bin/grep", ["-a", "-o", "-F", "-f", needles, text], output: output)
            let status = await grep.ended(within: .seconds(120))
            // 1 = nothing, 0 = something.
            switch status.flatMap({ ChildProcess.exitCode($0) }) {
            case 0: hits.formUnion(try readFile(output).split(separator: "\n").map(String.init))
            case 1: continue
            default: throw ChildProcess.Failure(description: "grep failed on \(text): \(try readFile(output))")
            }
        }
        return hits
    }

    /// Whether the search finds what is there: planted secrets, as base64 in the middle of a longer text, as hex, and as
    /// they are.
    func proveItself(in folder: String) async throws -> Bool {
        guard let first = secrets.first, let last = secrets.last, secrets.count > 2 else { return false }
        let middle = secrets[secrets.count / 2]
        let around = Array("xy".utf8)
        var planted: [(name: String, text: [UInt8])] = [(last.name, around + last.bytes + around)]
        planted.append((middle.name, Array("id=\(Self.hex(around + middle.bytes)) ".utf8)))
        for shift in 0..<3 {
            let text = Base64.encode(Array(repeating: 7, count: shift) + first.bytes + around)
            planted.append((first.name, Array("{\"x\":\"\(text)\"}".utf8)))
        }
        var few = SecretSearch()
        few.secrets = [first, middle, last]
        for (index, one) in planted.enumerated() {
            let path = "\(folder)/planted-\(index)"
            try Self.write(path, one.text)
            guard try await few.found(in: [path], folder: folder).contains("\(one.name) in \(path)") else {
                return false
            }
        }
        return true
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

    /// The bytes of a file, whatever they are.
    private static func read(_ path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// A file of any size.
    private static func write(_ path: String, _ bytes: [UInt8]) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw ChildProcess.Failure(description: "\(path) cannot be written") }
            rest = rest.dropFirst(count)
        }
    }
}
