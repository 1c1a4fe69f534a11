import Schema
import Store

/// Keeps two runs off one data folder, and `site init` off a folder that "up" works in.
enum SiteLock {
    static func take(_ folder: String) throws(BeaconBusError) -> DataFolderLock {
        do throws(BeaconBusError) {
            return try DataFolderLock(folder: folder)
        } catch {
            guard error.code == .storeBusy else { throw error }
            throw BeaconBusError(
                .storeBusy, "Somebody else works in the folder \(folder)", reason: error.reason,
                suggestion: "Wait until it has ended, or end it first.")
        }
    }
}
