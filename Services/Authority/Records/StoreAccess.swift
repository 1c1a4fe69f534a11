import Schema
import Store

/// The store while it can be used, and the reason while it cannot. Confined to the bus thread.
///
/// One that cannot be opened or written is tried again from time to time, so that the authority goes on by itself when
/// the disk has room again.
final class StoreAccess {
    /// How long a failed store is left alone.
    static let patience = Duration.seconds(2)

    private let folder: String
    private var store: AuthorityStore?
    /// Why the store cannot be used; nil while all is well.
    private(set) var failure: BeaconBusError?
    /// When the failed store is tried again.
    private(set) var retryAt: Instant?

    init(folder: String, now: Instant) {
        self.folder = folder
        open(now)
    }

    /// Whether units wait for their commit.
    var hasTransaction: Bool { store?.hasTransaction ?? false }

    /// Looks something up.
    func read<Value>(_ now: Instant, _ body: (AuthorityStore) throws -> Value) throws(BeaconBusError) -> Value {
        try use(now, body)
    }

    /// Changes something, all of it or nothing; durable with the next ``commit(_:_:)``.
    func unit<Value>(_ now: Instant, _ body: (AuthorityStore) throws -> Value) throws(BeaconBusError) -> Value {
        try use(now) { store in try store.unit { try body(store) } }
    }

    /// Makes the units so far durable; where it throws, none of them has happened.
    func commit(_ now: Instant, _ wall: WallTime) throws(BeaconBusError) {
        guard store?.hasTransaction ?? false else { return }
        try use(now) { try $0.commit(wall) }
        if failure != nil { recovered() }
    }

    /// Tries a failed store again if it is time; true if that repaired it.
    func retry(_ now: Instant) -> Bool {
        guard let retryAt, now >= retryAt, !hasTransaction else { return false }
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

    private func use<Value>(
        _ now: Instant, _ body: (AuthorityStore) throws -> Value
    ) throws(BeaconBusError) -> Value {
        guard let store else { throw failure ?? Self.unavailable }
        do {
            return try body(store)
        } catch {
            let error = BeaconBusError.common(error)
            if error.code.isOfStore { fail(error, now) }
            throw error
        }
    }

    private func open(_ now: Instant) {
        do {
            store = try AuthorityStore(folder: folder)
            recovered()
        } catch {
            fail(error, now)
        }
    }

    private func recovered() {
        failure = nil
        retryAt = nil
    }

    private func fail(_ error: BeaconBusError, _ now: Instant) {
        failure = error
        retryAt = now + Self.patience
        // A damaged file gives no more trustworthy answers; a restored one may be in its place when it is opened again.
        if error.code == .storeCorrupt { store = nil }
    }

    private static let unavailable = BeaconBusError(
        .storeFailed, reason: "the authority's database is not open",
        suggestion: "Look into the log of beacon-authority.")
}

extension BeaconBusError {
    /// Any error as one of ours.
    static func common(_ error: any Error) -> BeaconBusError {
        (error as? BeaconBusError)
            ?? BeaconBusError(
                .internalError, reason: "\(error)", suggestion: "Report this as a fault of the program.")
    }
}

extension ErrorCode {
    /// Whether the database itself failed, not what was asked of it.
    var isOfStore: Bool {
        [.storeFull, .storeReadOnly, .storeCorrupt, .storeBusy, .storeFailed].contains(self)
    }
}
