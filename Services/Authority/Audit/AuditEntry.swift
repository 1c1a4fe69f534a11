import Schema

/// A line of the audit log: what, who, when, with what outcome. Holds no secret; of a token the beginning of its SHA-256.
struct AuditEntry: Codable, Equatable, Sendable {
    /// enrol, renew, activate, join, an operator's command, or what happened by itself.
    let event: String
    let at: WallTime
    var node: NodeID?
    var client: ClientID?
    /// Who asked.
    var by: String?
    var request: RequestID?
    var app: AppID?
    var user: UserID?
    /// The first 16 hex digits of the token's SHA-256.
    var token: String?
    var set: CertificateSetID?
    var serials: [String]?
    /// `done`, or why not.
    var outcome: String
    var reason: String?
    /// How many of the same there were since the line before; absent = this one.
    var count: Int64?

    init(_ event: String, _ at: WallTime, outcome: String = "done") {
        self.event = event
        self.at = at
        self.outcome = outcome
    }
}
