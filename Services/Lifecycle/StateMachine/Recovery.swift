import Schema

/// The one thing a node watches after a failed start, until it may have gone (H14–H20).
enum Recovery: String, Hashable, Sendable, Codable, CaseIterable {
    /// The adapter is there, on and usable.
    case adapter
    /// A scanner with another session is there: restarted, reconfigured, or back at all.
    case scanner
    /// The broker answers.
    case broker
    /// The system clock is synchronised.
    case clock

    /// What has to change before a start that failed for this reason can go better; `nil` where nothing that this
    /// node could notice would help (H16).
    init?(after error: BeaconBusError) {
        switch error.code {
        case .adapterMissing, .adapterOff, .adapterBlocked, .adapterBusy, .adapterFailed: self = .adapter
        case .scannerSilent, .startTimeout, .startInterrupted, .capabilityMissing, .sourceEnded, .sourceUnreadable,
            .configurationInvalid, .storeFull, .storeReadOnly, .storeCorrupt, .storeBusy:
            self = .scanner
        case .brokerUnreachable, .brokerRefused, .brokerUnauthorised, .clientIdInUse: self = .broker
        case .clockWrong: self = .clock
        default: return nil
        }
    }
}
