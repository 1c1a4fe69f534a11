/// Waits until a condition holds; false if it does not within the limit. For real processes and sockets, where no
/// virtual clock reaches.
///
/// A look costs the limit 50 ms at most, however long it took to come round: where all tests at once keep the few
/// threads of the pool, a minute may pass between two looks, in which whatever is waited for could not run either.
@discardableResult
public func eventually(
    within limit: Duration = .seconds(60), _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let clock = ContinuousClock()
    var left = limit
    var last = clock.now
    while true {
        if try await condition() { return true }
        guard left > .zero else { return false }
        try? await Task.sleep(for: .milliseconds(5))
        let now = clock.now
        left -= min(now - last, .milliseconds(50))
        last = now
    }
}
