/// What has come back when a node becomes ready (H14).
public enum RecoveryCause: String, Codable, Sendable, Hashable, CaseIterable {
    case adapter
    case scanner
    case broker
    case clock
    case authority
    case store
    /// Somebody is there who may give an access token.
    case token
    /// Somebody may have approved the node.
    case approval
    /// The node's identity folder holds something else.
    case identity
}
