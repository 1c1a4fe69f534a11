import Glibc

/// The folder of a room: files, and no folders within.
enum RoomFolder {
    /// Removes it with its files; what cannot be removed stays, and does no harm.
    static func remove(_ path: String) {
        guard let folder = opendir(path) else { return }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        closedir(folder)
        // A link is removed, not followed.
        for name in names where name != "." && name != ".." { unlink("\(path)/\(name)") }
        rmdir(path)
    }
}
