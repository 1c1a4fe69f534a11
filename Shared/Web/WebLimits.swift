/// Bounds of a ``WebClient``.
public struct WebLimits: Sendable {
    /// Greatest length of an answer's body, and of all its header lines together, bytes.
    public var answer = 64 * 1_024
    /// Requests of one group under way at once.
    public var concurrent = 8
    /// Requests of one group that wait for a place.
    public var waiting = 384
    /// Requests of all groups, under way or waiting.
    public var total = 2_048
    /// How long after a failed connect it is tried once more.
    public var retryDelay = Duration.milliseconds(200)

    /// The defaults.
    public init() {}
}
