import Glibc
import Schema
import ServiceKit
import Store

/// Remembers the children of a run in a file, so that the next run in the same folder can end those that were left
/// behind when the run itself was killed.
struct LeftChildren {
    private let path: String

    init(folder: String) {
        path = "\(folder)/children"
    }

    /// Writes the process numbers of all children that run now.
    func note(_ processes: [Int32]) throws {
        let lines = processes.compactMap { pid in Self.startTime(pid).map { "\(pid) \($0)\n" } }
        try AtomicFile(path: path).write(Array(lines.joined().utf8))
    }

    /// Ends those that still run: asks, and after five seconds kills. Only processes with the noted start time are
    /// touched, so a number that somebody else got meanwhile is safe.
    func endAll() throws {
        guard let bytes = try? FileContents.read(path) else { return }
        var left = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap {
            line -> (Int32, UInt64)? in
            let words = line.split(separator: " ")
            guard words.count == 2, let pid = Int32(words[0]), let start = UInt64(words[1]) else { return nil }
            return (pid, start)
        }
        for (number, patience) in [(SIGTERM, 50), (SIGKILL, 20)] {
            left.removeAll { Self.startTime($0.0) != $0.1 }
            for (pid, _) in left { kill(pid, number) }
            for _ in 0..<patience where !left.isEmpty {
                usleep(100_000)
                left.removeAll { Self.startTime($0.0) != $0.1 }
            }
        }
        unlink(path)
    }

    /// When a process started, in clock ticks since boot; nil if there is none. proc(5), field 22 of stat.
    private static func startTime(_ pid: Int32) -> UInt64? {
        guard let bytes = try? FileContents.read("/proc/\(pid)/stat", limit: 4096) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        // The name in parentheses may contain anything, so fields are counted from its end.
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 19, fields[0] != "Z" else { return nil }
        return UInt64(fields[19])
    }
}
