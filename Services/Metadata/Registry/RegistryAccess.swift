import Schema
import Store

/// The registry, opened again after a failure; a restored file comes into use without a restart.
typealias RegistryAccess = StoreAccess<Registry>

extension Registry: OpenedStore {
    static let title = "the registry"
}

extension StoreAccess<Registry> {
    /// The registry's revision and number of records; nil while it cannot be used.
    var figures: (revision: Int64, records: Int64)? { store.map { ($0.revision, $0.records) } }

    /// Uses the registry, with the error as a value.
    func result<Value>(_ now: Instant, _ body: (Registry) throws -> Value) -> Result<Value, BeaconBusError> {
        do throws(BeaconBusError) {
            return .success(try use(now, body))
        } catch {
            return .failure(error)
        }
    }
}
