import Schema

extension BeaconBusError {
    static func signerUnreachable(_ reason: String) -> BeaconBusError {
        BeaconBusError(
            .signerUnreachable, reason: "the certificate server: \(reason)",
            suggestion: "See whether it runs: authority.cfssl.address.")
    }

    static func signerRejected(_ reason: String) -> BeaconBusError {
        BeaconBusError(
            .authorityRejected, reason: "the certificate server: \(reason)",
            suggestion: "Compare authority.cfssl.profile and authority.cfssl.keyFile with its configuration.")
    }

    static func signerBusy(_ reason: String) -> BeaconBusError {
        BeaconBusError(
            .busy, reason: reason, suggestion: "Ask again later; the certificate server is slower than its nodes.")
    }
}
