internal import Glibc

/// The programs of this build, which lie beside the test bundle.
public enum BuiltProgram {
    /// The path of a product, such as `beacon-lifecycle`.
    public static func path(_ name: String) -> String {
        let beside = folder(of: CommandLine.arguments[0]) + name
        return access(beside, X_OK) == 0 ? beside : folder(of: ownPath) + name
    }

    private static func folder(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)])
    }

    private static var ownPath: String {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
