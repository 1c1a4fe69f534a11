import CLinux
import Glibc
import Schema
import ServiceKit
import Store

/// The folder a run of everything keeps its data in: locked, with what a former run may have left behind taken away.
final class UpFolder {
    let path: String
    /// Made for this run only, so it may go at the end.
    let isTemporary: Bool
    private let lock: DataFolderLock
    /// Folders elsewhere that go at the end in any case.
    private var further: [String] = []

    /// - Parameter path: nil makes a folder that is new and unique.
    init(path given: String?) throws {
        if let given {
            path = try Self.absolute(given)
            isTemporary = false
        } else {
            let base = ProcessEnvironment.variables["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
            path = try Self.makeTemporary("\(base)/beaconbus")
            isTemporary = true
        }
        do throws(BeaconBusError) {
            lock = try DataFolderLock(folder: path)
        } catch {
            guard error.code == .storeBusy else { throw error }
            throw BeaconBusError(
                .storeBusy, "Another \"up\" works in the folder \(path)", reason: error.reason,
                suggestion: "End it with Ctrl-C first, or give this one a folder of its own with --data-dir.")
        }
        // The broker's user passes through; what lies in it has its own rights.
        chmod(path, 0o711)
        try LeftChildren(folder: path).endAll()
    }

    /// A folder below, made where missing.
    func folder(_ name: String, mode: mode_t = 0o700) throws -> String {
        let folder = "\(path)/\(name)"
        guard mkdir(folder, mode) == 0 || errno == EEXIST else {
            throw BeaconBusError(
                .storeReadOnly, "The folder \(folder) cannot be made", reason: SystemError.text(errno),
                suggestion: "Choose another place with --data-dir.")
        }
        return folder
    }

    /// Has a folder elsewhere removed at the end; one within this folder stays with it.
    func adopt(_ folder: String) {
        if !folder.hasPrefix(path + "/") { further.append(folder) }
    }

    /// Removes what was made for this run only.
    /// - Parameter keepingData: keep the data even if its folder is temporary.
    func remove(keepingData: Bool) {
        for folder in further + (isTemporary && !keepingData ? [path] : []) {
            // Nothing but our own folders, whatever their names hold: no shell is involved.
            _ = Spawn.wait(["/bin/rm", "-rf", "--", folder])
        }
    }

    /// A path from the root on.
    static func absolute(_ path: String) throws -> String {
        if path.hasPrefix("/") { return path }
        guard let current = getcwd(nil, 0) else {
            throw BeaconBusError(
                .storeFailed, "The current folder cannot be told", reason: SystemError.text(errno),
                suggestion: "Give an absolute path with --data-dir.")
        }
        defer { free(current) }
        return String(cString: current) + "/" + path
    }

    /// Makes a folder that is new and unique.
    /// - Parameter prefix: how its path begins.
    static func makeTemporary(_ prefix: String) throws(BeaconBusError) -> String {
        var template = Array("\(prefix)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw BeaconBusError(
                .storeReadOnly, "No folder \(prefix)-… can be made", reason: SystemError.text(errno),
                suggestion: "Choose a place with --data-dir.")
        }
        return String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
