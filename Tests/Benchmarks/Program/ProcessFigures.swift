import Glibc

/// What the system says about a process. Bytes unless said; 0 where it does not tell.
struct ProcessFigures {
    var resident = 0
    var proportional = 0
    /// Memory of its own, not backed by a file.
    var anonymous = 0
    /// Processor time in seconds.
    var seconds = 0.0
    /// Bytes it caused to be written to disks.
    var written = 0

    init(pid: Int32) {
        let memory = Self.fields("/proc/\(pid)/smaps_rollup")
        resident = (memory["Rss"] ?? 0) * 1024
        proportional = (memory["Pss"] ?? 0) * 1024
        anonymous = (memory["Anonymous"] ?? 0) * 1024
        written = Self.fields("/proc/\(pid)/io")["write_bytes"] ?? 0
        // Behind the name in brackets, which may hold anything, user and system time are fields 12 and 13.
        let text = Self.read("/proc/\(pid)/stat")
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        if fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) {
            seconds = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
    }

    /// Lines of `Name: 123 kB` or `name: 123`.
    private static func fields(_ path: String) -> [String: Int] {
        var result: [String: Int] = [:]
        for line in read(path).split(separator: "\n") {
            let parts = line.split(separator: " ", omittingEmptySubsequences: true)
            guard parts.count >= 2, parts[0].last == ":", let value = Int(parts[1]) else { continue }
            result[String(parts[0].dropLast())] = value
        }
        return result
    }

    private static func read(_ path: String) -> String {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = Glibc.read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}
