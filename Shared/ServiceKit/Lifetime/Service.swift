/// A long-running part of a process. Its lifetime is the duration of `run()`.
///
/// `run()` returns when its work is over or a graceful stop was asked for (see `withGracefulStop`),
/// and throws when it cannot go on. What then happens to the others is decided by the `ServiceGroup`.
public protocol Service: Sendable {
    /// The name used in logs and errors, such as `bus` or `http`.
    var name: String { get }

    /// Works until done, told to stop, or cancelled.
    func run() async throws
}

/// A service made from a closure.
public struct ClosureService: Service {
    public let name: String
    private let body: @Sendable () async throws -> Void

    /// - Parameter body: what `run()` does.
    public init(_ name: String, _ body: @escaping @Sendable () async throws -> Void) {
        self.name = name
        self.body = body
    }

    public func run() async throws {
        try await body()
    }
}
