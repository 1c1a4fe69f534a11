import Glibc
import Schema
import ServiceKit
import Store

/// Folders and the rights of files, with errors that name the path and the remedy.
struct SiteFiles: Sendable {
    /// Greatest size of a file that is read, bytes. A list of revoked certificates may be long.
    static let limit = 8 << 20

    /// Makes a folder with exactly these rights, or gives an existing one these rights.
    func folder(_ path: String, mode: UInt32, owner: FileOwner?) throws(BeaconBusError) {
        if mkdir(path, mode) != 0, errno != EEXIST {
            if errno == ENOENT {
                // The folders above are for passing through.
                try folder(SiteFiles.above(path), mode: 0o755, owner: nil)
                return try folder(path, mode: mode, owner: owner)
            }
            throw Self.failure(path, "making the folder", errno)
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw Self.failure(path, "looking at it", errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw BeaconBusError(
                .configurationInvalid, "\(path) cannot be a folder of the site",
                reason: "there is something else there",
                suggestion: "Move it away, or choose another data folder (--data-dir).")
        }
        _ = try mend(path, mode: mode, owner: owner)
    }

    /// Makes a folder where there is none, and leaves one that is there as it is.
    func makeIfMissing(_ path: String, mode: UInt32) throws(BeaconBusError) {
        if !exists(path) { try folder(path, mode: mode, owner: nil) }
    }

    /// Gives an existing file or folder its rights and its owner.
    /// - Returns: whether they were different.
    func mend(_ path: String, mode: UInt32, owner: FileOwner?) throws(BeaconBusError) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw Self.failure(path, "looking at it", errno) }
        var isMended = false
        if let owner, status.st_uid != owner.user || status.st_gid != owner.group {
            guard lchown(path, owner.user, owner.group) == 0 else {
                throw Self.failure(path, "giving it to its user", errno)
            }
            isMended = true
        }
        if status.st_mode & 0o7777 != mode, status.st_mode & S_IFMT != S_IFLNK {
            guard chmod(path, mode) == 0 else { throw Self.failure(path, "setting its rights", errno) }
            isMended = true
        }
        return isMended
    }

    /// Whether others than its owner may do anything with a file; false if there is none.
    func isOpenToOthers(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & 0o077 != 0
    }

    /// Whether there is anything at a path.
    func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// The names in a folder; none where there is no folder.
    func names(in path: String) throws(BeaconBusError) -> [String] {
        guard let folder = opendir(path) else {
            if errno == ENOENT { return [] }
            throw Self.failure(path, "reading the folder", errno)
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func above(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    static func failure(_ path: String, _ doing: String, _ code: Int32) -> BeaconBusError {
        let isRefused = [EACCES, EPERM, EROFS].contains(code)
        return BeaconBusError(
            isRefused ? .storeReadOnly : code == ENOSPC ? .storeFull : .storeFailed, "\(path) cannot be used",
            reason: "\(doing): \(SystemError.text(code))",
            suggestion: isRefused
                ? "Run it as root, or with --data-dir on a folder of your own." : "Look at \(path) and its disk.")
    }
}
