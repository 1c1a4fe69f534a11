import Glibc
package import Schema

/// The few operations on files and folders the stores need, with errors that name the path and the remedy.
package enum Files {
    /// The folder part of a path, "." where there is none.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes a folder and those above it, for their owner only.
    package static func makeFolder(_ path: String) throws(BeaconBusError) {
        var status = stat()
        if stat(path, &status) == 0 {
            if status.st_mode & S_IFMT == S_IFDIR { return }
            throw failure(path, "it is a file, not a folder", ENOTDIR)
        }
        let above = folder(of: path)
        if above != path { try makeFolder(above) }
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure(path, "making the folder", errno) }
    }

    /// Makes an empty file for its owner only, where there is none.
    package static func touch(_ path: String) throws(BeaconBusError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw failure(path, "making the file", errno)
        }
    }

    /// The whole file, nil where there is none. Larger ones than `limit` bytes are refused.
    package static func read(_ path: String, limit: Int) throws(BeaconBusError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 {
            if errno == ENOENT { return nil }
            throw failure(path, "opening", errno)
        }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(path, "reading", errno)
            }
            if count == 0 { return content }
            content.append(contentsOf: chunk[..<count])
            if content.count > limit {
                throw BeaconBusError(
                    .storeCorrupt, "\(path) is not what belongs there.", reason: "it is larger than \(limit) bytes",
                    suggestion: "Move \(path) away and look what wrote it.")
            }
        }
    }

    /// Renames a damaged file, and those that belong to it, to `{path}.damaged-{n}`; gives the new name.
    package static func setAside(_ path: String, beside suffixes: [String]) throws(BeaconBusError) -> String {
        var status = stat()
        var number = 1
        while stat("\(path).damaged-\(number)", &status) == 0 { number += 1 }
        let aside = "\(path).damaged-\(number)"
        // The log goes first: left behind alone it would be taken for the new file's.
        for suffix in suffixes where rename(path + suffix, aside + suffix) != 0 && errno != ENOENT {
            throw failure(path + suffix, "setting it aside", errno)
        }
        if rename(path, aside) != 0 { throw failure(path, "setting it aside", errno) }
        try synchroniseFolder(folder(of: path))
        return aside
    }

    /// Waits until a folder's entries are on the disk.
    package static func synchroniseFolder(_ path: String) throws(BeaconBusError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 { throw failure(path, "opening the folder", errno) }
        defer { close(descriptor) }
        if fsync(descriptor) != 0, errno != EINVAL { throw failure(path, "synchronising the folder", errno) }
    }

    /// Writes all of it, however little each call takes; gives 0, or the `errno` of the call that failed.
    package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var offset = 0
        while offset < bytes.count {
            let count = write(descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset)
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            offset += count
        }
        return 0
    }

    /// The error for a failed system call.
    package static func failure(_ path: String, _ doing: String, _ code: Int32) -> BeaconBusError {
        let reason = "\(doing): \(String(cString: strerror(code)))"
        switch code {
        case ENOSPC, EDQUOT, EFBIG:
            return BeaconBusError(
                .storeFull, "\(path) cannot be written.", reason: reason,
                suggestion: "Free space on the disk that holds \(path).", retryable: true)
        case EACCES, EPERM, EROFS:
            return BeaconBusError(
                .storeReadOnly, "\(path) cannot be written.", reason: reason,
                suggestion: "Make \(path) and its folder writable for the user this service runs as.", retryable: true)
        default:
            return BeaconBusError(
                .storeFailed, "\(path) cannot be used.", reason: reason,
                suggestion: "Check \(path) and the disk that holds it.", retryable: true)
        }
    }
}
