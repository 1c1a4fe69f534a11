import Schema

/// What can happen to a node's identity.
///
/// Answers carry the number of what they answer; one of an older number changes nothing but what is on disk (R19).
enum IdentityEvent: Sendable {
    /// The process begins with this in its folder.
    case began(IdentityHoldings)
    /// The folder holds something else than before.
    case holdings(IdentityHoldings)
    /// A start needs the identity, at the latest at `deadline`.
    case prepare(attempt: UInt64, deadline: Instant)
    /// That start is over for another reason: nobody is asked any more, and no token is sent.
    case cancel(attempt: UInt64)
    /// Where the node stands now, and what it waits for after a failed start.
    case follow(NodeState, armed: Recovery?)
    /// The bus is connected as this.
    case connected(ConnectionIdentity)
    /// A connection as this ended, or could not be made.
    case disconnected(ConnectionIdentity, BeaconBusError)
    /// An observer's registration; `nil` = it removed itself.
    case registration(ObserverID, Registration?)
    /// An observer's will; `nil` = it was cleared. `stored` = the broker had kept it, nobody knows how long.
    case observerLost(ObserverID, ObserverLost?, stored: Bool)
    /// The configured token file is there, and is not the one that was there before.
    case tokenFile
    /// What the authority says of itself.
    case authority(isReady: Bool, session: UInt64)
    /// The answer to a question. The token itself stays with the edge.
    case token(question: UInt64, TokenResult)
    /// The authority's answer to a request, or why there is none.
    case reply(number: UInt64, Result<Issued, BeaconBusError>)
    /// A request could not be made or stored; nothing was sent.
    case sendFailed(number: UInt64, BeaconBusError)
    /// What was issued is checked and in use.
    case installed(number: UInt64, IdentityHoldings)
    /// What was issued cannot be used or stored; what was there before still is.
    case installFailed(number: UInt64, BeaconBusError)
    /// The authority knows that the pair is installed.
    case activated(CertificateSetID)
    case activateFailed(CertificateSetID, BeaconBusError)
    /// Time has passed.
    case tick

    /// What a source said to the question.
    enum TokenResult: Sendable {
        /// A token.
        case token
        /// "Ask the next" (H36).
        case null
        /// It could not be asked, or did not answer in time.
        case failed(BeaconBusError)
    }

    /// What the authority gave.
    struct Issued: Sendable, Equatable {
        var notBefore: WallTime
        var notAfter: WallTime
        /// The authority's clock when it signed.
        var issued: WallTime
    }
}
