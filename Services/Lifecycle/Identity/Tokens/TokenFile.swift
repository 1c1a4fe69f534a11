import Glibc
import Schema
import ServiceKit

/// A token that lies in a file, for a node nobody watches (H25): its first line.
///
/// The file has to be ours or root's and closed to everybody else; a missing or empty one is an answer of null.
struct TokenFile: Sendable {
    /// Where it lies.
    let path: String

    /// Reads it. Nil = no token there. Throws `keyPermissions`, `tokenInvalid`, `storeFailed`.
    func read() throws(BeaconBusError) -> AccessToken? {
        // A pipe without a writer must not hold us.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 {
            if errno == ENOENT { return nil }
            throw failure(SystemError.text(errno))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(SystemError.text(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw failure("it is not a regular file") }
        try checkRights(status)
        return try AccessToken.firstLine(of: try content(descriptor), from: "the token file \(path)")
    }

    private func checkRights(_ status: stat) throws(BeaconBusError) {
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw BeaconBusError(
                .keyPermissions, "The token file may be another's.",
                reason: "\(path) belongs to user \(status.st_uid), this service runs as \(geteuid())",
                suggestion: "Run: chown \(geteuid()) \(path)")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw BeaconBusError(
                .keyPermissions, "The token file is open to others.",
                reason: "\(path) has mode \(String(status.st_mode & 0o777, radix: 8))",
                suggestion: "Run: chmod 600 \(path)")
        }
    }

    /// As much as can matter, so that a huge file costs nothing.
    private func content(_ descriptor: Int32) throws(BeaconBusError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: AccessToken.greatestLength + 2)
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw failure(SystemError.text(errno)) }
            if got == 0 { break }
            count += got
        }
        return Array(bytes.prefix(count))
    }

    private func failure(_ reason: String) -> BeaconBusError {
        BeaconBusError(
            .tokenMissing, "The token file cannot be read.", reason: "\(path): \(reason)",
            suggestion: "See lifecycle.token.file: it has to be a file that this service may read.")
    }
}
