import CLinux
import Glibc
public import Schema

/// Holds a data folder for one process: a second one that wants it is told who has it.
///
/// The lock is the kernel's (flock), so it goes with the process however that ends.
public final class DataFolderLock: Sendable {
    /// The folder held.
    public let folder: String
    private let descriptor: Int32

    /// Takes the lock, making the folder where it is missing.
    ///
    /// - Throws: `storeBusy`, naming the process that has it.
    public init(folder: String) throws(BeaconBusError) {
        self.folder = folder
        try Files.makeFolder(folder)
        let path = "\(folder)/lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw Files.failure(path, "opening the lock", errno) }
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            var text = [UInt8](repeating: 0, count: 20)
            let count = max(read(descriptor, &text, text.count), 0)
            close(descriptor)
            guard code == EWOULDBLOCK else { throw Files.failure(path, "locking", code) }
            let digits = text.prefix(count).prefix { (0x30...0x39).contains($0) }
            let process = String(decoding: digits, as: UTF8.self)
            let holder = digits.isEmpty ? "another process" : "process \(process)"
            throw BeaconBusError(
                .storeBusy, "The data folder \(folder) is in use.", reason: "\(holder) holds \(path)",
                suggestion:
                    "End \(digits.isEmpty ? "that process" : holder), or give this service a data folder of its own (--data-dir).",
                retryable: true)
        }
        let owner = Array("\(getpid())\n".utf8)
        ftruncate(descriptor, 0)
        _ = pwrite(descriptor, owner, owner.count, 0)
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
