import Schema

/// What a request for certificates is to be made of.
enum RequestOrder: Sendable {
    /// For an access token; without one only a stored request can be meant.
    case enrol(token: AccessToken?, user: UserID, app: AppID)
    /// By possession of the present pair.
    case renew

    var kind: IdentityHoldings.RequestKind {
        switch self {
        case .enrol: .enrol
        case .renew: .renew
        }
    }
}
