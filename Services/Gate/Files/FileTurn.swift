import Glibc
import Schema
import Store

/// A turn at a file that the gates of several sites share: each reads it, replaces its own part and writes the whole, so
/// without turns the later one would take back what the earlier one wrote.
///
/// The lock is the kernel's (flock) on a file beside it, and goes with the process however that ends. It is held for a
/// read and a write, and waited for.
enum FileTurn {
    /// Does something while no other gate is at the file.
    ///
    /// - Throws: what the body throws, or why the file beside it cannot be opened or locked (`storeFull`, `storeReadOnly`, `storeFailed`).
    static func take<Value>(
        at path: String, _ body: () throws(BeaconBusError) -> Value
    ) throws(BeaconBusError) -> Value {
        let name = "\(path).lock"
        let descriptor = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Files.failure(name, "opening it", errno) }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw Files.failure(name, "locking it", errno) }
        }
        return try body()
    }
}
