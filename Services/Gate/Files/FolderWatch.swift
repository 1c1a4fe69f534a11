import CLinux
import Glibc
import Synchronization

/// Waits for files to be put into a folder (inotify), or for a time, or for being told to stop.
final class FolderWatch: Sendable {
    /// Why a wait ended.
    enum Ending: Sendable, Equatable {
        case changed
        case timedOut
        case stopped
    }

    private let folder: String
    private let events: Int32
    private let wake: Int32
    private let isWatching = Atomic(false)
    private let isStopping = Atomic(false)

    /// A kernel without inotify, or without a watch left for us, only makes it slower.
    init(folder: String) {
        self.folder = folder
        events = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        wake = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    }

    deinit {
        if events >= 0 { close(events) }
        if wake >= 0 { close(wake) }
    }

    /// Whether changes are told at once; not while the folder is not there yet.
    var isAtOnce: Bool { isWatching.load(ordering: .acquiring) }

    /// Ends waits, the one under way and all later ones. Any thread.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        _ = eventfd_write(wake, 1)
    }

    /// Ends the wait under way, or the next one. Any thread.
    func look() {
        _ = eventfd_write(wake, 1)
    }

    /// Begins to watch where it does not yet; to be called before the folder is read, so that nothing is missed.
    func arm() {
        guard events >= 0, !isAtOnce else { return }
        let mask = UInt32(IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
        if inotify_add_watch(events, folder, mask) >= 0 { isWatching.store(true, ordering: .releasing) }
    }

    /// Blocks its thread.
    func wait(_ limit: Duration) -> Ending {
        if isStopping.load(ordering: .acquiring) { return .stopped }
        var descriptors = [
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0), pollfd(fd: events, events: Int16(POLLIN), revents: 0),
        ]
        let milliseconds = Int32(
            clamping: max(0, limit.components.seconds * 1_000 + limit.components.attoseconds / 1_000_000_000_000_000))
        let count = poll(&descriptors, 2, milliseconds)
        if isStopping.load(ordering: .acquiring) { return .stopped }
        guard count > 0 else { return .timedOut }
        if descriptors[0].revents != 0 {
            var value = eventfd_t()
            _ = eventfd_read(wake, &value)
        }
        if descriptors[1].revents != 0 { drain() }
        return .changed
    }

    /// What happened does not matter, only that; but a folder that has gone has to be watched anew.
    private func drain() {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(events, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            var offset = 0
            while offset + MemoryLayout<inotify_event>.size <= count {
                let event = buffer.withUnsafeBytes {
                    $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                }
                if event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0 {
                    inotify_rm_watch(events, event.wd)
                    isWatching.store(false, ordering: .releasing)
                }
                offset += MemoryLayout<inotify_event>.size + Int(event.len)
            }
        }
    }
}
