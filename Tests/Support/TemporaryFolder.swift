import Glibc

/// A folder of its own for one test, removed with all it holds when the object goes.
public final class TemporaryFolder: Sendable {
    /// The folder.
    public let path: String

    /// Makes the folder.
    public init() {
        var template = Array("/tmp/beaconbus-test-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            fatalError("no temporary folder: \(String(cString: strerror(errno)))")
        }
        path = String(cString: made)
    }

    deinit { Self.removeAll(path) }

    /// Links are removed, not followed.
    private static func removeAll(_ path: String) {
        if unlink(path) == 0 || errno == ENOENT { return }
        if let folder = opendir(path) {
            var names: [String] = []
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != ".", name != ".." { names.append(name) }
            }
            closedir(folder)
            for name in names { removeAll("\(path)/\(name)") }
        }
        rmdir(path)
    }
}
