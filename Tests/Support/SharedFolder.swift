import FoundationEssentials

/// The folder of recordings and vectors beside the repository (`../shared`, or `BEACONBUS_SHARED`).
/// Tests use it where it is, and do without it where it is not.
public enum SharedFolder {
    /// The folder's path, nil where there is none.
    public static let path: String? = {
        let configured = ProcessInfo.processInfo.environment["BEACONBUS_SHARED"]
        let repository = #filePath.split(separator: "/").dropLast(3).map(String.init)
        let path = configured ?? "/" + (repository.dropLast() + ["shared"]).joined(separator: "/")
        return FileManager.default.fileExists(atPath: path + "/data") ? path : nil
    }()

    /// True where the folder is there; for `.enabled(if:)`.
    public static var isPresent: Bool { path != nil }

    /// The bytes of a file below the folder.
    public static func bytes(_ name: String) throws -> [UInt8] {
        guard let path else { throw CocoaError(.fileNoSuchFile) }
        return Array(try Data(contentsOf: URL(filePath: path + "/" + name)))
    }
}
