internal import Synchronization

/// A count that only rises. Adding costs one atomic addition; any thread.
public final class Counter: Sendable {
    private let storage = Atomic<Int64>(0)

    init() {}

    /// Adds `count`; negative values are ignored.
    @inlinable
    public func add(_ count: Int = 1) {
        guard count > 0 else { return }
        addUnchecked(Int64(count))
    }

    /// What was counted so far.
    public var value: Int64 { storage.load(ordering: .relaxed) }

    @usableFromInline
    func addUnchecked(_ count: Int64) {
        storage.wrappingAdd(count, ordering: .relaxed)
    }
}
