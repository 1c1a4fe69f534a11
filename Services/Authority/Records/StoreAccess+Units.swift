import Schema
import Store

extension AuthorityStore: OpenedStore {
    static let title = "the authority's database"
}

extension StoreAccess<AuthorityStore> {
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
        guard hasTransaction else { return }
        try use(now) { try $0.commit(wall) }
        if failure != nil { recovered() }
    }

    /// Tries a failed store again if it is time, but not amid a transaction; true if that repaired it.
    func retryOutsideTransaction(_ now: Instant) -> Bool { !hasTransaction && retry(now) }
}
