import Schema

/// The one thing a node watches after a failed start, until it may have gone (H14–H20).
enum Recovery: String, Hashable, Sendable, Codable, CaseIterable {
    /// The adapter is there, on and usable.
    case adapter
    /// A scanner is there.
    case scanner
    /// Another scanner process is there than the one that could not: restarted, reconfigured, given its rights.
    case scannerRestart
    /// The broker answers.
    case broker
    /// The system clock is synchronised.
    case clock
    /// Somebody is there who may give a token, and was not there before.
    case token
    /// The authority, its validator or its signer may be able again.
    case authority
    /// Somebody may have approved the node.
    case approval
    /// The identity folder holds something else.
    case identity
    /// The identity folder may be writable again.
    case store

    /// What has to change before a start that the scanner failed for this reason can go better; `nil` where nothing
    /// that this node could notice would help (H16).
    init?(after error: BeaconBusError) {
        switch error.code {
        case .adapterMissing, .adapterOff, .adapterBlocked, .adapterBusy, .adapterFailed: self = .adapter
        case .scannerSilent, .startTimeout, .startInterrupted: self = .scanner
        case .capabilityMissing, .sourceEnded, .sourceUnreadable, .configurationInvalid, .storeFull, .storeReadOnly,
            .storeCorrupt, .storeBusy, .storeFailed:
            self = .scannerRestart
        case .brokerUnreachable, .brokerRefused, .brokerUnauthorised, .clientIdInUse: self = .broker
        case .clockWrong: self = .clock
        default: return nil
        }
    }

    /// The same where the identity failed. A token that was rejected, a node that is banned or bound, a request that
    /// cannot be right: nothing the node could notice changes that.
    init?(afterIdentity error: BeaconBusError, isLocal: Bool = false) {
        switch error.code {
        case .tokenMissing, .tokenTimeout: self = .token
        case .authorityUnreachable, .validatorUnreachable, .validatorInvalid, .signerUnreachable, .rateLimited, .busy,
            .requestTimeout, .internalError:
            self = .authority
        case .nodeUnexpected where isLocal: self = .identity
        case .nodeUnexpected, .approvalPending: self = .approval
        case .certificateExpired, .certificateRevoked, .keyPermissions: self = .identity
        case .certificateInvalid where isLocal: self = .identity
        case .storeFull, .storeReadOnly, .storeCorrupt, .storeBusy, .storeFailed: self = isLocal ? .store : .authority
        case .brokerUnreachable, .brokerRefused, .brokerUnauthorised, .clientIdInUse, .serverUntrusted,
            .connectionLost:
            self = .broker
        case .clockWrong: self = .clock
        default: return nil
        }
    }
}
