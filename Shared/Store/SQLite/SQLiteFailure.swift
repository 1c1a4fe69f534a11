import CSQLite
import Glibc
import Schema

/// Turns SQLite's result codes into errors that name the file, the reason and the remedy.
enum SQLiteFailure {
    /// The error for an extended result `code` of the database at `path`.
    ///
    /// `errno` is what the operating system said last (`sqlite3_system_errno`), `detail` SQLite's own message.
    static func error(code: Int32, errno systemError: Int32, path: String, detail: String) -> BeaconBusError {
        let reason = systemError == 0 ? detail : "\(detail): \(String(cString: strerror(systemError)))"
        switch classify(code: code, errno: systemError) {
        case .full:
            return BeaconBusError(
                .storeFull, "The database \(path) cannot grow.", reason: reason,
                suggestion: "Free space on the disk that holds \(path), or raise the configured limit.",
                retryable: true)
        case .readOnly:
            return BeaconBusError(
                .storeReadOnly, "The database \(path) cannot be written.", reason: reason,
                suggestion: "Make \(path) and its folder writable for the user this service runs as.",
                retryable: true)
        case .busy:
            return BeaconBusError(
                .storeBusy, "The database \(path) is locked by another program.", reason: reason,
                suggestion: "End the other program that has \(path) open; it is tried again meanwhile.",
                retryable: true)
        case .corrupt:
            return BeaconBusError(
                .storeCorrupt, "The database \(path) is damaged.", reason: reason,
                suggestion: "Stop the service, move \(path) (with its -wal and -shm files) away, restore a backup "
                    + "or let the service start with an empty one, and check the disk.",
                retryable: false)
        case .failed:
            return BeaconBusError(
                .storeFailed, "The database \(path) failed.", reason: "\(reason) (code \(code))",
                suggestion: "Check the disk and the folder that hold \(path), then start the service again.",
                retryable: true)
        }
    }

    private enum Class { case full, readOnly, busy, corrupt, failed }

    private static func classify(code: Int32, errno systemError: Int32) -> Class {
        switch code & 0xff {
        case SQLITE_FULL: return .full
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: return .readOnly
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: return .corrupt
        default: break
        }
        switch systemError {
        case ENOSPC, EDQUOT, EFBIG: return .full
        case EACCES, EPERM, EROFS: return .readOnly
        default: return .failed
        }
    }
}
