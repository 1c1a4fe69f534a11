/// What an operator tells the certificate authority.
public enum AuthorityCommand: String, Codable, Sendable, Hashable, CaseIterable {
    case nodeAdd = "node-add"
    case nodeApprove = "node-approve"
    case nodeRevoke = "node-revoke"
    case nodeForget = "node-forget"
    case nodeList = "node-list"
    case appPut = "app-put"
    case appList = "app-list"
    case appSecret = "app-secret"
    case appTest = "app-test"
    case tokenCreate = "token-create"
    case issue
    case revoke
    case certificateList = "certificate-list"
}
