import Glibc
public import Schema

/// A small file that is replaced as a whole: after a crash it holds the old or the new content, never a part.
public struct AtomicFile: Sendable {
    /// Where it lies.
    public let path: String

    /// Names a file; nothing is opened.
    public init(path: String) {
        self.path = path
    }

    /// The content, nil where there is no file. Larger ones than `limit` bytes are refused with `storeCorrupt`.
    public func read(limit: Int = 1 << 20) throws(BeaconBusError) -> [UInt8]? {
        try Files.read(path, limit: limit)
    }

    /// Replaces the content durably: written beside, synchronised, renamed over, folder synchronised.
    ///
    /// The file gets the rights `mode` whatever the umask says, and the owner if one is given; its folder is made where
    /// it is missing.
    public func write(
        _ content: [UInt8], mode: UInt32 = 0o600, owner: FileOwner? = nil
    ) throws(BeaconBusError) {
        let folder = Files.folder(of: path)
        try Files.makeFolder(folder)
        let beside = "\(path).new"
        let descriptor = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode)
        if descriptor < 0 { throw Files.failure(beside, "making the file", errno) }
        do throws(BeaconBusError) {
            defer { close(descriptor) }
            // Before there is anything to be seen. One left behind by a crash may have had other rights.
            if fchmod(descriptor, mode) != 0 { throw Files.failure(beside, "setting its rights", errno) }
            if let owner, fchown(descriptor, owner.user, owner.group) != 0 {
                throw Files.failure(beside, "giving it to its user", errno)
            }
            let code = content.withUnsafeBytes { Files.writeAll($0, to: descriptor) }
            if code != 0 { throw Files.failure(beside, "writing", code) }
            if fsync(descriptor) != 0 { throw Files.failure(beside, "synchronising", errno) }
        } catch {
            unlink(beside)
            throw error
        }
        if rename(beside, path) != 0 { throw Files.failure(path, "replacing", errno) }
        try Files.synchroniseFolder(folder)
    }

    /// Removes the file durably; harmless where there is none.
    public func remove() throws(BeaconBusError) {
        if unlink(path) != 0 {
            if errno == ENOENT { return }
            throw Files.failure(path, "removing", errno)
        }
        try Files.synchroniseFolder(Files.folder(of: path))
    }
}
