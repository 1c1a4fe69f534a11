internal import Glibc

/// A value that is never shown: a password, token or key. It comes from a file only.
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Why a secret cannot be used; never contains it.
    public struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
        public let description: String
    }

    /// The secret itself. Hand it on; do not keep copies.
    public let bytes: [UInt8]

    /// For secrets that came over the bus.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads a file of at most 64 KiB that nobody but its owner (and group, read-only) may touch.
    /// One trailing newline is dropped.
    public init(file path: String) throws(Problem) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Problem(description: "The secret file \(path) cannot be opened: \(SystemError.text(errno)).")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Problem(description: "The secret file \(path) is not a regular file.")
        }
        guard status.st_mode & 0o027 == 0 else {
            throw Problem(
                description:
                    "The secret file \(path) is open to others (mode \(String(status.st_mode & 0o777, radix: 8))); "
                    + "run: chmod 600 \(path)")
        }
        var buffer = [UInt8](repeating: 0, count: 65537)
        var count = 0
        while count < buffer.count {
            let got = buffer.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { break }
            count += got
        }
        guard count <= 65536 else { throw Problem(description: "The secret file \(path) is larger than 64 KiB.") }
        if count > 0, buffer[count - 1] == 0x0a { count -= 1 }
        guard count > 0 else { throw Problem(description: "The secret file \(path) is empty.") }
        bytes = Array(buffer[..<count])
    }

    public var description: String { "<redacted>" }
    public var debugDescription: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
