import Schema
import Store

/// The registry while it can be used, and the reason while it cannot. Confined to the thread that uses it.
///
/// A registry that cannot be opened, or turns out to be damaged, is tried again from time to time, so that a restored
/// file comes into use without a restart. Looking up goes on while only writing fails.
final class RegistryAccess {
    /// How long a failed registry is left alone.
    static let patience = Duration.seconds(10)

    private let folder: String
    private var registry: Registry?
    /// Why the registry cannot be used, or cannot be written; nil while all is well.
    private(set) var failure: BeaconBusError?
    /// When the failed registry is tried again.
    private(set) var retryAt: Instant?

    /// Opens the registry in the folder, if that is possible.
    init(folder: String, now: Instant) {
        self.folder = folder
        open(now)
    }

    /// The registry's revision and number of records; nil while it cannot be used.
    var figures: (revision: Int64, records: Int64)? { registry.map { ($0.revision, $0.records) } }

    /// Uses the registry. Errors of the database are remembered as the failure; others are only returned.
    func use<Value>(_ now: Instant, _ body: (Registry) throws -> Value) -> Result<Value, BeaconBusError> {
        guard let registry else { return .failure(failure ?? Self.unavailable) }
        do {
            return .success(try body(registry))
        } catch {
            let error = BeaconBusError.common(error)
            if error.code.isOfStore { fail(error, now) }
            return .failure(error)
        }
    }

    /// Tries a failed registry again if it is time; true if that repaired it.
    func retry(_ now: Instant) -> Bool {
        guard let retryAt, now >= retryAt else { return false }
        if let registry {
            do {
                try registry.database.probe()
                recovered()
            } catch {
                fail(BeaconBusError.common(error), now)
            }
        } else {
            open(now)
        }
        return failure == nil
    }

    private func open(_ now: Instant) {
        do {
            registry = try Registry(folder: folder)
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
        // A damaged file gives no more trustworthy answers; another one may have been put in its place when it is opened again.
        if error.code == .storeCorrupt { registry = nil }
    }

    private static let unavailable = BeaconBusError(
        .storeFailed, reason: "the registry is not open", suggestion: "Look into the log of beacon-metadata.")
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
    fileprivate var isOfStore: Bool {
        [.storeFull, .storeReadOnly, .storeCorrupt, .storeBusy, .storeFailed].contains(self)
    }
}
