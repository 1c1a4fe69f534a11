import Glibc

/// Writes over the start of a small file in place, without waiting for the disk.
enum PlainFile {
    /// Writes `bytes` from the beginning; says whether all were taken.
    @discardableResult
    static func overwrite(_ path: String, _ bytes: [UInt8]) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) } == bytes.count
    }
}
