import Schema
import Store

/// What outlives the process besides keys and certificates: in which order observers registered first (D1), and how
/// late it was at least (D17). One small file in the service's data folder.
struct IdentityMemory: Sendable {
    /// The content of the file.
    struct Content: Codable, Sendable, Equatable {
        static let currentVersion = 1

        var version = Self.currentVersion
        var observers: [ObserverID] = []
        var clock: WallTime?
    }

    private let file: AtomicFile

    /// - Parameter folder: the service's own data folder.
    init(folder: String) {
        file = AtomicFile(path: "\(folder)/identity.json")
    }

    /// What was stored; a file that cannot be read counts as none, because nothing in it is worth a node that does
    /// not come up: observers then count in the order in which they are seen again.
    func load() -> Content {
        guard let bytes = (try? file.read(limit: Self.greatestSize)) ?? nil,
            let value = try? JSONValue.parse(bytes, maximumDepth: 4, maximumBytes: Self.greatestSize),
            let content = try? value.decode(Content.self), content.version == Content.currentVersion
        else { return Content() }
        return content
    }

    /// Replaces what is stored; durable when it returns.
    /// - Returns: how many bytes were written.
    func save(_ content: Content) throws(BeaconBusError) -> Int {
        let bytes = try JSONValue(encoding: content).bytes
        try file.write(bytes)
        return bytes.count
    }

    private static let greatestSize = 64 << 10
}
