public import Schema

/// A store over a database, as ``StoreAccess`` keeps it.
public protocol OpenedStore: AnyObject {
    /// What it is called in words, such as `the registry`.
    static var title: String { get }

    /// The database below it.
    var database: Database { get }

    /// Opens it in a folder.
    init(folder: String) throws(BeaconBusError)
}

/// A store while it can be used, and the reason while it cannot. Confined to the thread that uses it.
///
/// One that cannot be opened or written, or turns out to be damaged, is tried again from time to time, so that a service
/// goes on by itself when the disk has room again or a restored file is there. Reading goes on while only writing fails.
public final class StoreAccess<Opened: OpenedStore> {
    private let folder: String
    private let patience: Duration
    /// The store; nil while it cannot be used.
    public private(set) var store: Opened?
    /// Why it cannot be used, or cannot be written; nil while all is well.
    public private(set) var failure: BeaconBusError?
    /// When the failed store is tried again.
    public private(set) var retryAt: Instant?

    /// Opens the store in the folder, if that is possible.
    /// - Parameter patience: how long a failed store is left alone.
    public init(folder: String, patience: Duration, now: Instant) {
        self.folder = folder
        self.patience = patience
        open(now)
    }

    /// Uses the store. Errors of the store itself are remembered as the failure; others are only thrown.
    public func use<Value>(_ now: Instant, _ body: (Opened) throws -> Value) throws(BeaconBusError) -> Value {
        guard let store else { throw failure ?? Self.unavailable }
        do {
            return try body(store)
        } catch {
            let error = BeaconBusError.common(error)
            if error.code.isOfStore { fail(error, now) }
            throw error
        }
    }

    /// Tries a failed store again if it is time; true if that repaired it.
    public func retry(_ now: Instant) -> Bool {
        guard let retryAt, now >= retryAt else { return false }
        if let store {
            do {
                try store.database.probe()
                recovered()
            } catch {
                fail(BeaconBusError.common(error), now)
            }
        } else {
            open(now)
        }
        return failure == nil
    }

    /// It was used with success after all.
    public func recovered() {
        failure = nil
        retryAt = nil
    }

    private func open(_ now: Instant) {
        do throws(BeaconBusError) {
            store = try Opened(folder: folder)
            recovered()
        } catch {
            fail(error, now)
        }
    }

    private func fail(_ error: BeaconBusError, _ now: Instant) {
        failure = error
        retryAt = now + patience
        // A damaged file gives no more trustworthy answers; a restored one may be in its place when it is opened again.
        if error.code == .storeCorrupt { store = nil }
    }

    private static var unavailable: BeaconBusError {
        BeaconBusError(.storeFailed, reason: "\(Opened.title) is not open", suggestion: "Look into this service's log.")
    }
}
