import Glibc
import Schema
import Store

/// The decoding keys as a node keeps them where it is told to (`scanner.keys.file`): for their owner only, replaced as a
/// whole, overwritten before they are removed (D13).
struct KeyFile {
    /// What stands in it.
    struct Content: Codable {
        var version: KeyExchange.Version
        var keys: [DecodingKey]
    }

    private static let limit = 2 << 20

    let path: String

    /// What was kept; nil where there is no file.
    ///
    /// - Throws: `keyPermissions` for a file that is another's, that others can read, or that is no plain file;
    ///   `storeCorrupt` for what cannot be read as keys.
    func read() throws(BeaconBusError) -> Content? {
        var status = stat()
        if lstat(path, &status) != 0 {
            if errno == ENOENT { return nil }
            throw unusable(.storeFailed, "it cannot be looked at: \(String(cString: strerror(errno)))")
        }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw unusable(
                .keyPermissions, "it is not a plain file of this service's own user that nobody else may read")
        }
        guard let bytes = try AtomicFile(path: path).read(limit: Self.limit) else { return nil }
        // Whatever is wrong with it, its text is not for an error.
        guard let value = try? JSONValue.parse(bytes), let content = try? value.decode(Content.self) else {
            throw unusable(.storeCorrupt, "it does not hold decoding keys")
        }
        return content
    }

    func write(_ content: Content) throws {
        try AtomicFile(path: path).write(JSONValue(encoding: content).bytes, mode: 0o600)
    }

    /// Overwrites what is there and removes it; harmless where there is nothing.
    func wipe() throws(BeaconBusError) {
        for name in [path, "\(path).new"] {
            let descriptor = open(name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
            if descriptor >= 0 {
                var status = stat()
                if fstat(descriptor, &status) == 0, status.st_size > 0 {
                    let zeros = [UInt8](repeating: 0, count: Int(min(status.st_size, 4 << 20)))
                    _ = zeros.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
                    fsync(descriptor)
                }
                close(descriptor)
            }
            try AtomicFile(path: name).remove()
        }
    }

    private func unusable(_ code: ErrorCode, _ reason: String) -> BeaconBusError {
        BeaconBusError(
            code, "The decoding keys in \(path) are not used.", reason: reason,
            suggestion: "Remove the file; the node asks for its keys when it is connected.")
    }
}
