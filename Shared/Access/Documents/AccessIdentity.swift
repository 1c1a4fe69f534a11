public import Schema

/// One who may come onto the bus, and what beside its kind decides about its rights.
public struct AccessIdentity: Codable, Hashable, Sendable {
    /// The name in its certificate.
    public var client: ClientID
    /// The apps whose tokens it judges over the bus; none for most.
    public var validates: [AppID]?
    /// Raised to end its live sessions while it may come back, as when one of several certificates of that name was
    /// revoked; 0 … 2^53−1, absent = 0.
    public var epoch: UInt64?

    /// Each argument is the field of its name.
    public init(client: ClientID, validates: [AppID]? = nil, epoch: UInt64? = nil) {
        self.client = client
        self.validates = validates
        self.epoch = epoch
    }

    /// Greatest number of apps one identity validates for.
    public static let maximumApps = 64
}
