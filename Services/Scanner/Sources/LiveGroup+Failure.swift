import Schema

extension LiveGroup {
    /// Why each source failed; nil for one that has not.
    var failures: [BeaconBusError?] {
        conditions.map { condition in
            guard condition.state == .failed else { return nil }
            return condition.error
                ?? BeaconBusError(
                    .adapterFailed, reason: "it failed without saying why", suggestion: "See the scanner's log.")
        }
    }

    /// Present when all have failed: the one error, or the one that is most likely to pass, with all of them in its reason
    /// and as causes (D6, H16).
    var failure: BeaconBusError? {
        let errors = failures.compactMap { $0 }
        guard errors.count == conditions.count, let leading = leadingFailure?.error else { return nil }
        guard errors.count > 1 else { return leading }
        // Each has its share of the room, so that all are named.
        let room = min(240, BeaconBusError.maximumReason / 2 / errors.count - 64)
        let all = zip(reports, errors).map { report, error in
            "\(report.name.prefix(40)) (\(error.code)): \(error.reason.prefix(room))"
        }
        return BeaconBusError(
            leading.code, reason: "all \(errors.count) sources failed: \(all.joined(separator: "; "))",
            suggestion: leading.suggestion, retryable: leading.retryable, causes: errors)
    }

    /// Of several the first that an adapter's return cures, else that passes by itself, else that another start of the
    /// scanner cures; and which source it is.
    var leadingFailure: (index: Int, error: BeaconBusError)? {
        let errors = failures.enumerated().compactMap { index, error in error.map { (index: index, error: $0) } }
        return errors.min { left, right in
            (Self.rank(left.error), left.index) < (Self.rank(right.error), right.index)
        }
    }

    private static func rank(_ error: BeaconBusError) -> Int {
        if error.code.isCuredByAdapter { return 0 }
        if error.retryable { return 1 }
        return error.code == .capabilityMissing || error.code == .configurationInvalid ? 2 : 3
    }
}

extension ErrorCode {
    /// Whether the return of an adapter, or of a controller, may be all that is needed: then it is watched for it.
    var isCuredByAdapter: Bool {
        [.adapterMissing, .adapterOff, .adapterBlocked, .adapterBusy, .adapterFailed].contains(self)
    }
}
