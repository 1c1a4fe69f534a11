extension BeaconBusError {
    /// Any error as one of ours; a foreign one is `internalError`.
    public static func common(_ error: any Error) -> BeaconBusError {
        (error as? BeaconBusError)
            ?? BeaconBusError(
                .internalError, reason: "\(error)", suggestion: "Report this as a fault of the program.")
    }
}

extension ErrorCode {
    /// Whether the store itself failed (disk or database), not what was asked of it.
    public var isOfStore: Bool {
        [.storeFull, .storeReadOnly, .storeCorrupt, .storeBusy, .storeFailed].contains(self)
    }
}
