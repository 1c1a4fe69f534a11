import Glibc
import Schema
import ServiceKit

/// A registration file that is read piece by piece; `-` is standard input.
final class RegistrationFile: Sendable {
    /// The file's name as people typed it.
    let name: String
    /// Its size in bytes; nil where that is not known, as of a pipe.
    let size: Int?
    private let descriptor: Int32

    /// Opens the file.
    init(_ path: String) throws(BeaconBusError) {
        name = path == "-" ? "standard input" : path
        descriptor = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.failure(path, errno) }
        if status.st_mode & S_IFMT == S_IFDIR { throw Self.failure(path, EISDIR) }
        size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    deinit { close(descriptor) }

    /// The next piece, empty at the end. Reads on a thread of its own, because a pipe may keep it waiting.
    func next() async throws(BeaconBusError) -> [UInt8] {
        let result: Result<[UInt8], BeaconBusError> = await OwnThread.run(name: "file") { [self] in
            var bytes = [UInt8](repeating: 0, count: 256 * 1024)
            while true {
                let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { return .failure(Self.failure(name, errno)) }
                return .success(Array(bytes[..<count]))
            }
        }
        return try result.get()
    }

    private static func failure(_ path: String, _ code: Int32) -> BeaconBusError {
        BeaconBusError(
            .sourceUnreadable, "The file \(path) cannot be read", reason: String(cString: strerror(code)),
            suggestion: "Give the path of a readable CSV or JSON file, or - for standard input.", retryable: false)
    }
}
