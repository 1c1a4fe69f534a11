extension ErrorCode {
    // The radio and its drivers.
    /// No Bluetooth adapter with the configured address or name is there.
    public static let adapterMissing = ErrorCode(known: "adapterMissing")
    /// The adapter is switched off.
    public static let adapterOff = ErrorCode(known: "adapterOff")
    /// The adapter is blocked by rfkill.
    public static let adapterBlocked = ErrorCode(known: "adapterBlocked")
    /// The adapter is used by another program or answers busy.
    public static let adapterBusy = ErrorCode(known: "adapterBusy")
    /// The adapter cannot scan for Bluetooth LE advertising; recovery is impossible.
    public static let adapterUnsupported = ErrorCode(known: "adapterUnsupported")
    /// The adapter answered with an error or not at all.
    public static let adapterFailed = ErrorCode(known: "adapterFailed")
    /// The process lacks the right to use the adapter.
    public static let capabilityMissing = ErrorCode(known: "capabilityMissing")
    /// The recording or simulation has come to its end.
    public static let sourceEnded = ErrorCode(known: "sourceEnded")
    public static let gatewayOffline = ErrorCode(known: "gatewayOffline")
    /// The recording cannot be opened or is broken.
    public static let sourceUnreadable = ErrorCode(known: "sourceUnreadable")
    /// The scanner process is gone or its source has gone silent without an error.
    public static let scannerSilent = ErrorCode(known: "scannerSilent")

    // The broker.
    /// No connection to the broker could be made.
    public static let brokerUnreachable = ErrorCode(known: "brokerUnreachable")
    /// The broker refused the connection or a subscription.
    public static let brokerRefused = ErrorCode(known: "brokerRefused")
    /// The broker does not accept these credentials or this right is missing.
    public static let brokerUnauthorised = ErrorCode(known: "brokerUnauthorised")
    /// Another process uses the same client id.
    public static let clientIdInUse = ErrorCode(known: "clientIdInUse")
    /// The broker's certificate is not trusted.
    public static let serverUntrusted = ErrorCode(known: "serverUntrusted")

    // Tokens and certificates.
    /// Nobody gave an access token.
    public static let tokenMissing = ErrorCode(known: "tokenMissing")
    /// The observers did not answer the token question in time.
    public static let tokenTimeout = ErrorCode(known: "tokenTimeout")
    /// The validator rejected the access token.
    public static let tokenInvalid = ErrorCode(known: "tokenInvalid")
    /// The access token has already been used.
    public static let tokenUsed = ErrorCode(known: "tokenUsed")
    /// The access token has expired.
    public static let tokenExpired = ErrorCode(known: "tokenExpired")
    /// The app's validator cannot be reached.
    public static let validatorUnreachable = ErrorCode(known: "validatorUnreachable")
    /// The certificate authority cannot be reached.
    public static let authorityUnreachable = ErrorCode(known: "authorityUnreachable")
    /// The certificate authority rejected the request.
    public static let authorityRejected = ErrorCode(known: "authorityRejected")
    /// The certificate signing request is malformed or does not fit the node.
    public static let csrInvalid = ErrorCode(known: "csrInvalid")
    /// The node is bound to another key, user or app.
    public static let nodeBound = ErrorCode(known: "nodeBound")
    /// Nobody has announced or approved this node.
    public static let nodeUnexpected = ErrorCode(known: "nodeUnexpected")
    /// The node waits for somebody to approve it.
    public static let approvalPending = ErrorCode(known: "approvalPending")
    /// There is no such app, or it is disabled.
    public static let appUnknown = ErrorCode(known: "appUnknown")
    /// The app's validator gave an answer that is none.
    public static let validatorInvalid = ErrorCode(known: "validatorInvalid")
    /// The certificate server behind the authority cannot be reached.
    public static let signerUnreachable = ErrorCode(known: "signerUnreachable")
    /// A request of this id was made before, with another content.
    public static let requestConflict = ErrorCode(known: "requestConflict")
    /// The node may not enrol any more.
    public static let nodeBanned = ErrorCode(known: "nodeBanned")
    /// Too many requests in a short time.
    public static let rateLimited = ErrorCode(known: "rateLimited")
    /// The certificate has expired.
    public static let certificateExpired = ErrorCode(known: "certificateExpired")
    /// The certificate has been revoked.
    public static let certificateRevoked = ErrorCode(known: "certificateRevoked")
    /// The certificate is malformed or does not fit its key.
    public static let certificateInvalid = ErrorCode(known: "certificateInvalid")
    /// The key file can be read by others or not by us.
    public static let keyPermissions = ErrorCode(known: "keyPermissions")
    /// The clock is obviously wrong, so certificates cannot be judged.
    public static let clockWrong = ErrorCode(known: "clockWrong")

    // Storage.
    /// The disk is full.
    public static let storeFull = ErrorCode(known: "storeFull")
    /// The data folder cannot be written.
    public static let storeReadOnly = ErrorCode(known: "storeReadOnly")
    /// The database is corrupt.
    public static let storeCorrupt = ErrorCode(known: "storeCorrupt")
    /// The database is locked by another process.
    public static let storeBusy = ErrorCode(known: "storeBusy")
    /// A file or database cannot be used for another reason.
    public static let storeFailed = ErrorCode(known: "storeFailed")

    // Life cycle, commands, configuration.
    /// The start did not finish in time.
    public static let startTimeout = ErrorCode(known: "startTimeout")
    /// The node's lifecycle service was restarted during the start.
    public static let startInterrupted = ErrorCode(known: "startInterrupted")
    /// A later request has taken the place of this one.
    public static let startSuperseded = ErrorCode(known: "startSuperseded")
    /// A configuration value is missing, unknown or wrong.
    public static let configurationInvalid = ErrorCode(known: "configurationInvalid")
    /// The command was retained; retained commands are refused.
    public static let commandRetained = ErrorCode(known: "commandRetained")
    /// The command waited longer than its ttl.
    public static let commandExpired = ErrorCode(known: "commandExpired")
    /// The command is malformed or not known.
    public static let commandInvalid = ErrorCode(known: "commandInvalid")
    /// The observer is not registered.
    public static let notRegistered = ErrorCode(known: "notRegistered")
    /// The node is stopped or stopping.
    public static let stopped = ErrorCode(known: "stopped")

    // Messages.
    /// A message is not JSON, misses a field, or a field has a wrong type or value.
    public static let messageInvalid = ErrorCode(known: "messageInvalid")
    /// A message or topic is larger than allowed.
    public static let messageTooLarge = ErrorCode(known: "messageTooLarge")
    /// The message version is not supported.
    public static let versionUnsupported = ErrorCode(known: "versionUnsupported")
    /// An identifier does not have the required form.
    public static let identifierInvalid = ErrorCode(known: "identifierInvalid")
    /// The reply topic does not lie below the asker's own.
    public static let replyToInvalid = ErrorCode(known: "replyToInvalid")
    /// No answer came in time.
    public static let requestTimeout = ErrorCode(known: "requestTimeout")
    /// The connection ended before the answer or acknowledgement.
    public static let connectionLost = ErrorCode(known: "connectionLost")

    // Metadata and actions.
    /// The metadata of a beacon could not be looked up.
    public static let lookupFailed = ErrorCode(known: "lookupFailed")
    /// The upstream metadata source cannot be reached.
    public static let upstreamUnreachable = ErrorCode(known: "upstreamUnreachable")
    /// A metadata record is malformed or too large.
    public static let recordInvalid = ErrorCode(known: "recordInvalid")
    /// The record has a newer revision than the one expected.
    public static let revisionConflict = ErrorCode(known: "revisionConflict")
    /// There is no such thing.
    public static let notFound = ErrorCode(known: "notFound")
    /// An action in the metadata does not have its required shape.
    public static let actionInvalid = ErrorCode(known: "actionInvalid")
    /// An action could not be carried out.
    public static let actionFailed = ErrorCode(known: "actionFailed")
    /// The service has more work than it accepts; ask again.
    public static let busy = ErrorCode(known: "busy")
    /// A fault in the program itself.
    public static let internalError = ErrorCode(known: "internalError")
}
