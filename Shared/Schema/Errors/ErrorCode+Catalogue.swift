extension ErrorCode {
    /// Every code with its meaning and whether trying again later may help, in the order of design §4.
    public static let catalogue: [(code: ErrorCode, meaning: String, retryable: Bool)] = [
        (.adapterMissing, "No Bluetooth adapter with the configured address or name is there.", true),
        (.adapterOff, "The adapter is switched off.", true),
        (.adapterBlocked, "The adapter is blocked by rfkill.", true),
        (.adapterBusy, "The adapter is used by another program or answers busy.", true),
        (.adapterUnsupported, "The adapter cannot scan for Bluetooth LE advertising; recovery is impossible.", false),
        (.adapterFailed, "The adapter answered with an error or not at all.", true),
        (.capabilityMissing, "The process lacks the right to use the adapter.", false),
        (.sourceEnded, "The recording or simulation has come to its end.", false),
        (.sourceUnreadable, "The recording cannot be opened or is broken.", false),
        (.scannerSilent, "The scanner process is gone or its source has gone silent without an error.", true),
        (.brokerUnreachable, "No connection to the broker could be made.", true),
        (.brokerRefused, "The broker refused the connection or a subscription.", true),
        (.brokerUnauthorised, "The broker does not accept these credentials or this right is missing.", false),
        (.clientIdInUse, "Another process uses the same client id.", false),
        (.serverUntrusted, "The broker's certificate is not trusted.", false),
        (.tokenMissing, "Nobody gave an access token.", false),
        (.tokenTimeout, "The observers did not answer the token question in time.", true),
        (.tokenInvalid, "The validator rejected the access token.", false),
        (.tokenUsed, "The access token has already been used.", false),
        (.tokenExpired, "The access token has expired.", false),
        (.validatorUnreachable, "The app's validator cannot be reached.", true),
        (.authorityUnreachable, "The certificate authority cannot be reached.", true),
        (.authorityRejected, "The certificate authority rejected the request.", false),
        (.csrInvalid, "The certificate signing request is malformed or does not fit the node.", false),
        (.nodeBound, "The node is bound to another key, user or app.", false),
        (.nodeUnexpected, "Nobody has announced or approved this node.", true),
        (.approvalPending, "The node waits for somebody to approve it.", true),
        (.appUnknown, "There is no such app, or it is disabled.", false),
        (.validatorInvalid, "The app's validator gave an answer that is none.", true),
        (.signerUnreachable, "The certificate server behind the authority cannot be reached.", true),
        (.requestConflict, "A request of this id was made before, with another content.", false),
        (.nodeBanned, "The node may not enrol any more.", false),
        (.rateLimited, "Too many requests in a short time.", true),
        (.certificateExpired, "The certificate has expired.", false),
        (.certificateRevoked, "The certificate has been revoked.", false),
        (.certificateInvalid, "The certificate is malformed or does not fit its key.", false),
        (.keyPermissions, "The key file can be read by others or not by us.", false),
        (.clockWrong, "The clock is obviously wrong, so certificates cannot be judged.", true),
        (.storeFull, "The disk is full.", true),
        (.storeReadOnly, "The data folder cannot be written.", false),
        (.storeCorrupt, "The database is corrupt.", false),
        (.storeBusy, "The database is locked by another process.", true),
        (.storeFailed, "A file or database cannot be used for another reason.", true),
        (.startTimeout, "The start did not finish in time.", true),
        (.startInterrupted, "The node's lifecycle service was restarted during the start.", true),
        (.startSuperseded, "A later request has taken the place of this one.", false),
        (.configurationInvalid, "A configuration value is missing, unknown or wrong.", false),
        (.commandRetained, "The command was retained; retained commands are refused.", false),
        (.commandExpired, "The command waited longer than its ttl.", false),
        (.commandInvalid, "The command is malformed or not known.", false),
        (.notRegistered, "The observer is not registered.", false),
        (.stopped, "The node is stopped or stopping.", false),
        (.messageInvalid, "A message is not JSON, misses a field, or a field has a wrong type or value.", false),
        (.messageTooLarge, "A message or topic is larger than allowed.", false),
        (.versionUnsupported, "The message version is not supported.", false),
        (.identifierInvalid, "An identifier does not have the required form.", false),
        (.replyToInvalid, "The reply topic does not lie below the asker's own.", false),
        (.requestTimeout, "No answer came in time.", true),
        (.connectionLost, "The connection ended before the answer or acknowledgement.", true),
        (.lookupFailed, "The metadata of a beacon could not be looked up.", true),
        (.upstreamUnreachable, "The upstream metadata source cannot be reached.", true),
        (.recordInvalid, "A metadata record is malformed or too large.", false),
        (.revisionConflict, "The record has a newer revision than the one expected.", false),
        (.notFound, "There is no such thing.", false),
        (.actionInvalid, "An action in the metadata does not have its required shape.", false),
        (.actionFailed, "An action could not be carried out.", true),
        (.busy, "The service has more work than it accepts; ask again.", true),
        (.internalError, "A fault in the program itself.", false),
    ]

    /// Every known code.
    public static var all: [ErrorCode] { catalogue.map(\.code) }

    /// What the code means, in one sentence; nil for a code of a later version.
    public var meaning: String? { Self.byCode[self]?.meaning }

    /// Whether trying again later may help; false for a code of a later version.
    public var isRetryable: Bool { Self.byCode[self]?.retryable ?? false }

    private static let byCode = Dictionary(uniqueKeysWithValues: catalogue.map { ($0.code, $0) })
}
