/// Runs `operation`, and calls `onStop` once if the surrounding `ServiceGroup` asks for a graceful stop meanwhile.
///
/// `onStop` is called on another thread and must be quick: typically it tells a client to finish.
public func withGracefulStop<Value: Sendable>(
    _ operation: @Sendable () async throws -> Value, onStop: @escaping @Sendable () -> Void
) async rethrows -> Value {
    let signal = StopSignal.current
    let token = signal?.addHandler(onStop)
    defer { signal?.removeHandler(token) }
    return try await operation()
}

/// Returns when the surrounding `ServiceGroup` asks for a graceful stop, or the task is cancelled.
/// Outside of a group it returns on cancellation only.
public func gracefulStop() async {
    await (StopSignal.current ?? StopSignal()).wait()
}
