/// What an app's validator is asked for.
public enum ValidationPurpose: String, Codable, Sendable, Hashable, CaseIterable {
    case enrol
    /// By possession; it may veto (D5).
    case renew
}
