import Glibc

/// What the kernel says of a process in `/proc/{pid}/status`.
struct ProcessStatus: Equatable, Sendable {
    /// The program's name, at most 15 bytes.
    var name: String
    /// The effective user.
    var user: uid_t
    /// Whether it has a handler for SIGHUP; the signal ends a process that has none.
    var catchesHangup: Bool

    /// Nil where there is no such process.
    init?(_ process: pid_t) {
        guard let bytes = Self.read("/proc/\(process)/status", limit: 16 << 10) else { return nil }
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    /// Reads the file's text; nil where one of the three is missing.
    init?(_ text: String) {
        var values: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            values[line[..<colon]] = line[line.index(after: colon)...]
        }
        func words(_ key: Substring) -> [Substring] {
            values[key]?.split(whereSeparator: { $0 == "\t" || $0 == " " }) ?? []
        }
        guard let name = words("Name").first, words("Uid").count == 4, let user = uid_t(words("Uid")[1]),
            let caught = words("SigCgt").first.flatMap({ UInt64($0, radix: 16) })
        else { return nil }
        self.name = String(name)
        self.user = user
        catchesHangup = caught & (1 << UInt64(SIGHUP - 1)) != 0
    }

    /// A small file of the kernel's or another process'; nil where it cannot be read.
    static func read(_ path: String, limit: Int) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        return count > 0 ? Array(bytes[..<count]) : nil
    }
}
