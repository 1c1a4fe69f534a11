import Schema

/// What an error says about the identity.
extension BeaconBusError {
    /// How the authority stands to a request that failed.
    enum Standing {
        /// No answer came.
        case lost
        /// It cannot now; the same request may succeed later.
        case unable
        /// A final no.
        case refused
    }

    var standing: Standing {
        switch code {
        case .requestTimeout, .connectionLost, .brokerUnreachable, .authorityUnreachable: .lost
        case .nodeUnexpected, .approvalPending: .refused
        case .internalError: .unable
        default: retryable ? .unable : .refused
        }
    }

    /// Whether the broker does not take what was shown to it.
    var refusesIdentity: Bool {
        code == .certificateExpired || code == .certificateRevoked || code == .certificateInvalid
    }

    /// Whether the node itself is not wanted any more.
    var excludesNode: Bool { code == .certificateRevoked || code == .nodeBanned }

    /// Whether it is about the token or the id of one request, so that another request may go better.
    var concernsRequest: Bool {
        switch code {
        case .tokenInvalid, .tokenUsed, .tokenExpired, .tokenMissing, .requestConflict, .csrInvalid, .notFound: true
        default: false
        }
    }

    // MARK: What the flow says itself

    static let nothingToShow = BeaconBusError(
        .nodeUnexpected, reason: "the identity folder holds neither a certificate nor a bootstrap bundle",
        suggestion: "Run `beaconctl node add` at the site and put what it prints into the folder as bootstrap.pem.")

    static let noConnection = BeaconBusError(
        .brokerUnreachable, reason: "no connection within the time a start has for it",
        suggestion: "Check the network, the broker, and what the log says of the connection.")

    static let unanswered = BeaconBusError(
        .requestTimeout, reason: "the certificate authority did not answer",
        suggestion: "See whether beacon-authority runs at the site.")

    static let slowDisk = BeaconBusError(
        .storeFailed, reason: "the new certificates were not stored in time",
        suggestion: "Check the disk of the node; the request is repeated at the next start.")

    static let installedInVain = BeaconBusError(
        .certificateInvalid, reason: "the new pair cannot be used although it was stored",
        suggestion: "See the log of beacon-lifecycle.")

    /// The broker or the authority does not answer.
    static func unreached(_ cause: BeaconBusError?, _ isConnected: Bool) -> BeaconBusError {
        BeaconBusError(
            isConnected ? .authorityUnreachable : .brokerUnreachable,
            reason: cause?.reason ?? "no answer in time",
            suggestion: isConnected
                ? "See whether beacon-authority runs at the site; the request is repeated under its id."
                : "Check the network and the broker; the request is repeated under its id.",
            causes: cause.map { [$0] } ?? [])
    }

    /// One source of tokens that gave none; `nil` = it did not answer.
    ///
    /// An observer's own words are left out: they may quote a token, and this is published (D13, invariant 13).
    static func silent(_ source: TokenSource, _ error: BeaconBusError?) -> BeaconBusError {
        if case .observer = source, let error {
            let code = error.code.meaning == nil ? .messageInvalid : error.code
            return BeaconBusError(
                code, "No token from \(source).", reason: "\(source) answered with \(code)",
                suggestion: "See what it says itself.")
        }
        return BeaconBusError(
            error?.code ?? .tokenTimeout, "No token from \(source).",
            reason: error?.reason ?? "\(source) did not answer in time",
            suggestion: error?.suggestion ?? "See whether it runs and is allowed to answer.")
    }

    /// All have been asked.
    static func noToken(asked: [TokenSource], nulls: Int, silences: [BeaconBusError]) -> BeaconBusError {
        let timeouts = silences.count { $0.code == .tokenTimeout || $0.code == .requestTimeout }
        let isTimeout = timeouts > 0 && nulls == 0 && timeouts == silences.count
        let reason =
            asked.isEmpty
            ? "nobody is there who could be asked: no token file, no token command, no observer that answers"
            : "asked \(asked.count), of which \(nulls) had none and \(silences.count) failed"
        return BeaconBusError(
            isTimeout ? .tokenTimeout : .tokenMissing, reason: reason,
            suggestion: "Register an observer that answers token questions, or set lifecycle.token.file or .command.",
            causes: silences)
    }

    /// A start goes on with a pair that is due.
    static func stillDue(_ cause: BeaconBusError) -> BeaconBusError {
        BeaconBusError(
            cause.code, "The certificate is due, and could not be renewed.", reason: cause.reason,
            suggestion: cause.suggestion, retryable: cause.retryable, causes: [cause])
    }

    static func notRenewed(_ cause: BeaconBusError) -> BeaconBusError {
        BeaconBusError(
            cause.code, "The certificate could not be renewed yet.", reason: cause.reason,
            suggestion: cause.suggestion, retryable: cause.retryable, causes: [cause])
    }

    static func notActivated(_ cause: BeaconBusError) -> BeaconBusError {
        BeaconBusError(
            cause.code, "The new certificates were not activated.", reason: cause.reason,
            suggestion: "The node enrols anew at its next start.", retryable: cause.retryable, causes: [cause])
    }

    static func overdue(_ notAfter: WallTime, _ greatest: Duration) -> BeaconBusError {
        BeaconBusError(
            .tokenMissing, "The certificate is not renewed any more without a token.",
            reason: "the last token was given more than \(greatest.components.seconds / 86_400) days ago",
            suggestion: "Start the node anew with an observer, file or command that gives a token before \(notAfter).")
    }

    static let missing = BeaconBusError(
        .certificateInvalid, reason: "the identity folder holds no certificate any more",
        suggestion: "Start the node; it asks for a token.")

    static func expired(_ notAfter: WallTime) -> BeaconBusError {
        BeaconBusError(
            .certificateExpired, reason: "it was valid until \(notAfter)",
            suggestion: "Start the node; it asks for a token.")
    }

    static func excluded(_ cause: BeaconBusError) -> BeaconBusError {
        BeaconBusError(
            .certificateRevoked, reason: cause.reason, suggestion: "Ask the operator of the site.", causes: [cause])
    }

    static func clockOrRevocationList(_ cause: BeaconBusError) -> BeaconBusError {
        BeaconBusError(
            .clockWrong, "The broker takes the node's valid certificate for expired.", reason: cause.reason,
            suggestion: "Check the broker's clock and the node's, and whether the broker's revocation list is current.",
            causes: [cause])
    }

    static func wrongClock(_ time: WallTime, _ issued: IdentityEvent.Issued) -> BeaconBusError {
        BeaconBusError(
            .clockWrong,
            reason: "it is \(time) here, and the authority signed at \(issued.issued) until \(issued.notAfter)",
            suggestion: "Set the node's clock, best by a time service.")
    }
}
