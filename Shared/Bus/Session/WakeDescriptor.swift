internal import CLinux
internal import Glibc

/// An eventfd that ends a poll from any thread. Closed when the last who may wake it is gone, so that nobody writes to
/// a number that meanwhile belongs to another file.
final class WakeDescriptor: Sendable {
    let descriptor: Int32

    init() {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Makes the descriptor readable.
    func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Makes it unreadable.
    func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }
}
