/// What has come back when a node becomes ready (H14).
public enum RecoveryCause: String, Codable, Sendable, Hashable, CaseIterable {
    case adapter
    case scanner
    case broker
    case clock
    case authority
    case store
}
