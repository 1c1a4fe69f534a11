internal import Glibc

/// Reading whole small files without Foundation.
public enum FileContents {
    /// A file that cannot be read.
    public struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
        public let description: String
    }

    /// All bytes of a file of at most `limit` bytes.
    public static func read(_ path: String, limit: Int = 1 << 20) throws(Problem) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Problem(description: "\(path) cannot be opened: \(SystemError.text(errno)).")
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let got = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if got < 0 {
                if errno == EINTR { continue }
                throw Problem(description: "\(path) cannot be read: \(SystemError.text(errno)).")
            }
            if got == 0 { return bytes }
            guard bytes.count + got <= limit else {
                throw Problem(description: "\(path) is larger than \(limit) bytes.")
            }
            bytes += chunk[..<got]
        }
    }
}
