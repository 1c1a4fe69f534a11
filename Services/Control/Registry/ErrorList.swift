import Glibc
import Schema

/// The file that takes every bad row of an import.
final class ErrorList: Sendable {
    private let descriptor: Int32

    /// Makes the file, or empties the one there.
    init(_ path: String) throws(BeaconBusError) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw BeaconBusError(
                .storeFailed, "The list of errors cannot be written",
                reason: "\(path): \(String(cString: strerror(errno)))",
                suggestion: "Give --errors a path that can be written.", retryable: false)
        }
    }

    deinit { close(descriptor) }

    /// Writes one line. A full disk costs the list, not the import.
    func write(_ line: String) {
        var line = line
        line.withUTF8 { bytes in
            _ = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        }
    }
}
