/// What a source is doing.
public enum SourceState: String, Codable, Sendable, Hashable, CaseIterable {
    case closed
    case opening
    case scanning
    /// Open, but nothing has come for suspiciously long (R5).
    case silent
    /// A recording at its end.
    case ended
    case failed
}
