import Schema
import Store

/// Where the lifecycle's state lies: one JSON file below its data folder.
struct StateStore: Sendable {
    private let file: AtomicFile
    private let aside: AtomicFile

    /// - Parameter folder: the service's own data folder.
    init(folder: String) {
        file = AtomicFile(path: "\(folder)/state.json")
        aside = AtomicFile(path: "\(folder)/state.json.unreadable")
    }

    /// What an earlier process left.
    ///
    /// A file that cannot be read as our state must not keep an unattended node from coming up: it is put aside for
    /// a person to look at, and the reason is returned with an empty state.
    func load() throws(BeaconBusError) -> (stored: StoredLifecycle?, problem: BeaconBusError?) {
        guard let bytes = try file.read(limit: Self.greatestSize) else { return (nil, nil) }
        let stored: StoredLifecycle
        do throws(BeaconBusError) {
            let value = try JSONValue.parse(bytes, maximumDepth: Self.depth, maximumBytes: Self.greatestSize)
            stored = try value.decode(StoredLifecycle.self)
        } catch {
            return (nil, try putAside(bytes, reason: error.reason))
        }
        if stored.version == StoredLifecycle.currentVersion { return (stored, nil) }
        return (nil, try putAside(bytes, reason: "it has version \(stored.version)"))
    }

    /// Replaces what is stored; durable when it returns.
    /// - Returns: how many bytes were written.
    @discardableResult
    func save(_ stored: StoredLifecycle) throws(BeaconBusError) -> Int {
        let bytes = try JSONValue(encoding: stored).bytes
        try file.write(bytes)
        return bytes.count
    }

    private func putAside(_ bytes: [UInt8], reason: String) throws(BeaconBusError) -> BeaconBusError {
        try aside.write(bytes)
        try file.remove()
        return BeaconBusError(
            .storeCorrupt, "\(file.path) does not hold the state of a node.", reason: reason,
            suggestion: "The node begins as idle; the file was kept as \(aside.path) for you to look at.")
    }

    /// Waiting requests and announcements are bounded, so a larger file is not ours.
    private static let greatestSize = 4 << 20
    /// Announcements hold errors, which hold their causes.
    private static let depth = 24
}
