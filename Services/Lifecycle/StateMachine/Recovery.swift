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

    /// What has to change before a start that failed for this reason can go better; `nil` where nothing that this
    /// node could notice would help (H16).
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
}
