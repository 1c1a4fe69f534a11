internal import Schema

extension BusConfiguration {
    /// Throws `configurationInvalid` for what could never work, and for plain text to another machine (R17).
    func check() throws(BeaconBusError) {
        if tls == nil, !broker.isLoopback, !allowsPlainText {
            throw invalid(
                "\(broker) is another machine and no TLS is configured",
                "Configure the authority and certificate files, or allow plain text explicitly.")
        }
        if let tls, (tls.certificateFile == nil) != (tls.keyFile == nil) {
            throw invalid("a certificate file and a key file belong together", "Configure both or neither.")
        }
        for subscription in subscriptions where subscription.filter.isEmpty || subscription.filter.utf8.count > 256 {
            throw invalid("filter \"\(subscription.filter.prefix(256))\"", "Use 1 to 256 bytes.")
        }
    }

    private func invalid(_ reason: String, _ suggestion: String) -> BeaconBusError {
        BeaconBusError(
            .configurationInvalid, "The bus configuration is not valid", reason: reason, suggestion: suggestion)
    }
}
