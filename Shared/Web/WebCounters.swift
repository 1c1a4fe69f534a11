/// What a ``WebClient`` has done since it was made.
public struct WebCounters: Sendable, Equatable {
    /// Requests handed over.
    public internal(set) var requests: UInt64 = 0
    /// Requests that got an answer, whatever its status.
    public internal(set) var answers: UInt64 = 0
    /// Connects tried once more.
    public internal(set) var retries: UInt64 = 0
    /// Requests without an answer, by why.
    public internal(set) var failures: [WebFailure.Kind: UInt64] = [:]

    /// None yet.
    public init() {}
}
