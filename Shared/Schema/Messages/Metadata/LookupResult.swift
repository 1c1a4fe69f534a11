/// What a look-up of one beacon gave.
public enum LookupResult: String, Codable, Sendable, Hashable, CaseIterable {
    case found
    /// No such record.
    case unknown
    case failed
    /// It did not fit: ask again.
    case deferred
}
