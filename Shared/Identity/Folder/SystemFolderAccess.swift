internal import Glibc
internal import Schema
internal import Store

/// The machine's own file system.
struct SystemFolderAccess: FolderAccess {
    func makeFolder(_ path: String) throws(BeaconBusError) {
        try Files.makeFolder(path)
    }

    func write(_ path: String, _ content: SecretBytes) throws(BeaconBusError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0 { throw Files.failure(path, "making the file", errno) }
        defer { close(descriptor) }
        if fchmod(descriptor, 0o600) != 0 { throw Files.failure(path, "setting its mode", errno) }
        let code = content.withBytes { Files.writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
        if code != 0 { throw Files.failure(path, "writing", code) }
        if fsync(descriptor) != 0 { throw Files.failure(path, "synchronising", errno) }
    }

    func link(_ path: String, to target: String) throws(BeaconBusError) {
        if symlink(target, path) != 0 { throw Files.failure(path, "making the link", errno) }
    }

    func rename(_ path: String, to place: String) throws(BeaconBusError) {
        if Glibc.rename(path, place) != 0 { throw Files.failure(place, "replacing", errno) }
    }

    func remove(_ path: String) throws(BeaconBusError) {
        if unlink(path) != 0, errno != ENOENT { throw Files.failure(path, "removing", errno) }
    }

    func removeFolder(_ path: String) throws(BeaconBusError) {
        if rmdir(path) != 0, errno != ENOENT { throw Files.failure(path, "removing the folder", errno) }
    }

    func synchronise(folder: String) throws(BeaconBusError) {
        try Files.synchroniseFolder(folder)
    }

    func read(_ path: String, limit: Int) throws(BeaconBusError) -> [UInt8]? {
        try Files.read(path, limit: limit)
    }

    func names(in folder: String) throws(BeaconBusError) -> [String] {
        guard let handle = opendir(folder) else {
            if errno == ENOENT { return [] }
            throw Files.failure(folder, "opening the folder", errno)
        }
        defer { closedir(handle) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(handle) else {
                if errno != 0 { throw Files.failure(folder, "reading the folder", errno) }
                return names.sorted()
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
                start.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }

    func target(of path: String) throws(BeaconBusError) -> String? {
        var buffer = [CChar](repeating: 0, count: 256)
        let count = readlink(path, &buffer, buffer.count)
        if count < 0 {
            // EINVAL: it is there, but no link.
            if errno == ENOENT || errno == EINVAL { return nil }
            throw Files.failure(path, "reading the link", errno)
        }
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func status(of path: String) throws(BeaconBusError) -> FileStatus? {
        var status = stat()
        if lstat(path, &status) != 0 {
            if errno == ENOENT { return nil }
            throw Files.failure(path, "looking at it", errno)
        }
        let kind: FileStatus.Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
        return FileStatus(kind: kind, mode: status.st_mode & 0o7777, owner: status.st_uid)
    }
}
