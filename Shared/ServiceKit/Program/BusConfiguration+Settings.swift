public import Bus
public import Schema

extension BusConfiguration {
    /// What a bus client needs, from the checked settings of a program. A node's lifecycle and scanner use the pair in
    /// the node's identity folder, where there is one; an operator's connections get a suffix each, so that two calls
    /// of one person do not push each other off the broker.
    /// - Parameters:
    ///   - session: stored durably before (`SessionFile`); tools that publish no state may take any.
    public init(
        _ settings: BrokerSettings, roots: Roots, clientID: ClientID, session: UInt64, ownState: Topic? = nil,
        will: Will? = nil, subscriptions: [Subscription] = []
    ) {
        self.init(
            broker: BrokerAddress(host: settings.address.host, port: settings.address.port), clientID: clientID,
            roots: roots, session: session, ownState: ownState, will: will, subscriptions: subscriptions,
            tls: settings.tls(for: clientID.kind),
            credentials: settings.username.map {
                BusCredentials(username: $0, passwordFile: settings.passwordFile)
            }, allowsPlainText: settings.allowsPlainText)
        limits.keepAlive = settings.keepalive
        if clientID.kind == .operator {
            clientIDSuffix = "-" + String(RequestID.random().description.prefix(8))
        }
    }
}

extension BrokerSettings {
    /// The files a client of this kind connects with; nil = without TLS.
    public func tls(for kind: ClientKind) -> TLSConfiguration? {
        let pair: String? =
            switch kind {
            case .node: "lifecycle"
            case .scanner: "scanner"
            case .service, .observer, .operator, .bootstrap: nil
            }
        if let pair, let identityFolder {
            return TLSConfiguration(
                authorityFile: "\(identityFolder)/authority.pem",
                certificateFile: "\(identityFolder)/current/\(pair).crt",
                keyFile: "\(identityFolder)/current/\(pair).key",
                keyReaders: .owner)
        }
        return authorityFile.map {
            TLSConfiguration(authorityFile: $0, certificateFile: certificateFile, keyFile: keyFile)
        }
    }
}
