internal import Synchronization

/// A value that goes up and down. Setting costs one atomic store; any thread.
public final class Gauge: Sendable {
    private let bits = Atomic<UInt64>(0)

    init() {}

    public func set(_ value: Double) {
        bits.store(value.bitPattern, ordering: .relaxed)
    }

    public func set(_ value: Int) {
        set(Double(value))
    }

    public var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }
}
