import Schema

/// What the driver of an identity flow has to do, in the order given.
enum IdentityAction: Sendable, Equatable {
    /// Connect as this from now on; where that is so already, but there is no connection, try at once.
    case connect(ConnectionIdentity)
    /// Put the token question to one source; answered by `token`.
    case ask(question: UInt64, TokenSource, attempt: UInt64, timeout: Duration)
    /// An answer to that question is not wanted any more; a token it brought is wiped.
    case forget(question: UInt64)
    /// Ask the authority. `resume`: with the stored request of this kind, same id and body, where there is one;
    /// otherwise with new keys and a new id, stored before it is sent. Answered by `reply` or `sendFailed`.
    case send(number: UInt64, kind: Request, resume: Bool, timeout: Duration)
    /// The stored request has its final answer.
    case discardPending
    /// Check what `reply` of this number brought, with the moment's time, and put it to use in one step.
    case install(number: UInt64)
    /// The pair was never activated and will not be: back to the one before it, where there is one.
    case discardSet(CertificateSetID)
    /// Tell the authority, with proofs, that the pair is installed.
    case activate(CertificateSetID)
    /// The start may go on.
    case ready(attempt: UInt64)
    /// The start cannot go on; `recovery` is what to wait for.
    case failed(attempt: UInt64, BeaconBusError, recovery: Recovery?)
    /// The node may not run any longer: its certificate has expired or is revoked.
    case ended(BeaconBusError)
    /// The cause of the failed start may have gone.
    case recovered(Recovery)
    /// Somebody should look.
    case warn(BeaconBusError)
    /// The certificate's part of the retained state has changed.
    case report

    /// What the authority is asked.
    enum Request: Sendable, Equatable {
        /// For a pair, with the token that question brought; `nil` = only the stored one can be meant.
        case enrol(token: UInt64?)
        /// For a pair, by possession of the present one.
        case renew

        var kind: IdentityHoldings.RequestKind {
            switch self {
            case .enrol: .enrol
            case .renew: .renew
            }
        }
    }
}
