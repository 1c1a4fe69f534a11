import Schema

/// What the authority keeps of a node; how it stands follows from it and its pairs of certificates.
struct NodeRecord: Equatable, Sendable {
    /// What was decided about it.
    enum State: String, Sendable {
        /// It has asked, and nobody has announced or approved it.
        case waiting
        /// It was announced or approved.
        case known
        /// Its certificates were taken back.
        case revoked
        /// It may not enrol any more.
        case banned
    }

    let node: NodeID
    var state: State
    /// What it is bound to since it uses a pair.
    var app: AppID?
    var user: UserID?
    /// What it may enrol with, where the announcement says so.
    var expectedApp: AppID?
    var expectedUser: UserID?
    /// Until when it may enrol with any key; nil when it is not expected.
    var expectedUntil: WallTime?
    /// SHA-256 of the public key it asks, or was approved, with.
    var askingKey: String?
    var since: WallTime
    /// Raised when live sessions under its bootstrap name have to end.
    var bootstrapEpoch: Int64 = 0
    /// Raised when live sessions under the names of its pair have to end.
    var pairEpoch: Int64 = 0

    init(node: NodeID, state: State, since: WallTime) {
        self.node = node
        self.state = state
        self.since = since
    }

    /// Whether it may come with a new key.
    func isExpected(_ now: WallTime) -> Bool {
        state == .known && expectedUntil.map { now < $0 } ?? false
    }

    /// Whether it was revoked and asks to come back.
    var returns: Bool { state == .revoked && askingKey != nil }

    /// How it stands.
    func standing(active: CertificateSet?, pending: CertificateSet?, _ now: WallTime) -> NodeStanding {
        switch state {
        case .waiting: return .waiting
        case .revoked: return returns ? .waiting : .revoked
        case .banned: return .banned
        case .known: break
        }
        if let active, now < active.notAfter { return .active }
        if pending != nil { return .pending }
        return isExpected(now) || active == nil ? .expected : .expired
    }
}
