/// What the entries of a batch are.
public enum BatchKind: String, Codable, Sendable, Hashable, CaseIterable {
    case active
    case inactive
    case changed
    /// Journalled entries again; each says what it is.
    case journal
}
