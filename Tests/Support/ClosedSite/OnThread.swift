/// Runs blocking work on a thread of its own, so that it does not stand in the way of other tests.
public func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        _ = TestThread { continuation.resume(returning: body()) }
    }
}
