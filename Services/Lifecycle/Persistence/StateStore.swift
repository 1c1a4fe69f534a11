import FoundationEssentials
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
        do {
            let stored = try JSONDecoder().decode(StoredLifecycle.self, from: Data(bytes))
            if stored.version == StoredLifecycle.currentVersion { return (stored, nil) }
            return (nil, try putAside(bytes, reason: "it has version \(stored.version)"))
        } catch let error as BeaconBusError {
            throw error
        } catch {
            return (nil, try putAside(bytes, reason: Self.describe(error)))
        }
    }

    /// Replaces what is stored; durable when it returns.
    /// - Returns: how many bytes were written.
    @discardableResult
    func save(_ stored: StoredLifecycle) throws(BeaconBusError) -> Int {
        let bytes: [UInt8]
        do {
            bytes = Array(try JSONEncoder().encode(stored))
        } catch {
            throw BeaconBusError(
                .internalError, "The node's state cannot be encoded.", reason: Self.describe(error),
                suggestion: "Report this as a fault of the program.")
        }
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

    private static func describe(_ error: any Error) -> String {
        String("\(error)".prefix(300))
    }

    /// Waiting requests and announcements are bounded, so a larger file is not ours.
    private static let greatestSize = 4 << 20
}
