import Glibc
import Schema
import Store

/// An audit log: JSON lines in a file such as `audit.log`, moved on to `audit.log.1`, `.2`, … when it has grown; bounded by
/// size and number. Confined to the bus thread.
final class AuditLog {
    private let path: String
    private let maximumBytes: Int
    private let files: Int
    private var descriptor: Int32 = -1
    private var size = 0
    /// Why the last line could not be written; nil while all is well.
    private(set) var failure: BeaconBusError?

    /// - Parameters:
    ///   - maximumBytes: of one file.
    ///   - files: how many there may be in all.
    init(folder: String, name: String = "audit.log", maximumBytes: Int, files: Int) {
        path = "\(folder)/\(name)"
        self.maximumBytes = maximumBytes
        self.files = max(1, files)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Appends a line.
    func write(_ entry: AuditEntry) {
        guard var line = try? JSONValue(encoding: entry).bytes else { return }
        line.append(UInt8(ascii: "\n"))
        do throws(BeaconBusError) {
            try open()
            if size > 0, size + line.count > maximumBytes {
                try rotate()
                try open()
            }
            try append(line)
            failure = nil
        } catch {
            failure = error
        }
    }

    private func open() throws(BeaconBusError) {
        guard descriptor < 0 else { return }
        descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Files.failure(path, "opening", errno) }
        var status = stat()
        size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    private func append(_ line: [UInt8]) throws(BeaconBusError) {
        var offset = 0
        while offset < line.count {
            let count = line.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + offset }, $0.count - offset)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let code = errno
                // A torn line would make the next one unreadable, too.
                if offset > 0 { ftruncate(descriptor, off_t(size)) }
                throw Files.failure(path, "writing", code)
            }
            offset += count
        }
        size += line.count
    }

    private func rotate() throws(BeaconBusError) {
        close(descriptor)
        descriptor = -1
        if files == 1 {
            unlink(path)
            return
        }
        for number in stride(from: files - 2, through: 1, by: -1) {
            rename("\(path).\(number)", "\(path).\(number + 1)")
        }
        guard rename(path, "\(path).1") == 0 else { throw Files.failure(path, "moving it on", errno) }
    }
}
