import Schema

/// The one thing an identity flow is at.
enum IdentityStep: Sendable {
    /// Nothing; the connection is the best there is.
    case rest
    /// The identity steps of a start.
    case start(Start)
    /// A renewal while the node runs (D5).
    case renewal(Renewal)

    struct Start: Sendable {
        var attempt: UInt64
        /// When the identity has to be ready.
        var deadline: Instant
        /// Why a new pair is wanted.
        var need: Need
        /// Whether the present pair is to prove itself first (policy automatic).
        var byPossession: Bool
        var stage: Stage
        /// What has been shown to the broker in vain.
        var shown: [ConnectionIdentity] = []
        var refusal: BeaconBusError?
        /// Who has been asked, in order, and what went wrong with them.
        var asked: [TokenSource] = []
        var silences: [BeaconBusError] = []
        var nulls = 0
        /// The question whose answer was a token.
        var token: UInt64?
        /// Whether the request under way is one of an earlier start.
        var resumes = false
        /// How often the request under way was sent, and how often the authority could not.
        var sent = 0
        var unable = 0
        /// Whether a request whose id was taken has already been made anew.
        var renumbered = false
    }

    enum Need: Sendable {
        /// There is no pair that would serve: a token or nothing.
        case required
        /// The pair is about to expire and still serves (D3).
        case due
    }

    enum Stage: Sendable {
        /// Waiting for a connection as this.
        case connecting(ConnectionIdentity, until: Instant)
        /// Connected; the observers' registrations are still coming in.
        case gathering(until: Instant)
        /// One source has the question (H36).
        case asking(UInt64, TokenSource, until: Instant)
        /// The authority has the request.
        case requesting(UInt64, IdentityAction.Request, until: Instant)
        /// Before the request is sent again.
        case pausing(IdentityAction.Request, until: Instant)
        /// What was issued is being checked and put to use.
        case installing(UInt64)
        /// Waiting for the first connection with the new pair.
        case changing(CertificateSetID, until: Instant)
    }

    struct Renewal: Sendable {
        enum Stage: Sendable {
            case requesting(UInt64, until: Instant)
            case installing(UInt64)
            case changing(CertificateSetID, until: Instant)
        }

        var stage: Stage
    }

    /// Whether a request is under way.
    var isRequesting: Bool {
        switch self {
        case .rest: return false
        case .renewal: return true
        case .start(let start):
            switch start.stage {
            case .requesting, .pausing, .installing: return true
            case .connecting, .gathering, .asking, .changing: return false
            }
        }
    }

    /// When something has to be done about it; `nil` = not before something happens.
    var deadline: Instant? {
        switch self {
        case .rest: nil
        case .start(let start):
            switch start.stage {
            case .connecting(_, let until), .gathering(let until), .asking(_, _, let until),
                .requesting(_, _, let until), .pausing(_, let until), .changing(_, let until):
                min(until, start.deadline)
            case .installing: start.deadline
            }
        case .renewal(let renewal):
            switch renewal.stage {
            case .requesting(_, let until), .changing(_, let until): until
            case .installing: nil
            }
        }
    }
}
