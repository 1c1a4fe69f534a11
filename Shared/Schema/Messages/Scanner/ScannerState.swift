/// What a scanner is doing.
public enum ScannerState: String, Codable, Sendable, Hashable, CaseIterable {
    /// No run.
    case idle
    /// Scanning; the run is not released yet.
    case waiting
    /// Scanning; events go out.
    case running
    /// The source has ended and all deadlines have passed.
    case ended
    /// A source is lost and none is left.
    case failed
}
