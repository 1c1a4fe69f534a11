/// Waits until a condition holds; false if it does not within the limit. For real processes and sockets, where no
/// virtual clock reaches.
@discardableResult
public func eventually(
    within limit: Duration = .seconds(60), _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while true {
        if try await condition() { return true }
        guard clock.now < deadline else { return false }
        try? await Task.sleep(for: .milliseconds(5))
    }
}
