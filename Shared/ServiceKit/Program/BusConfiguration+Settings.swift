public import Bus
public import Schema

extension BusConfiguration {
    /// What a bus client needs, from the checked settings of a program.
    /// - Parameters:
    ///   - session: stored durably before (`SessionFile`); tools that publish no state may take any.
    public init(
        _ settings: BrokerSettings, roots: Roots, clientID: ClientID, session: UInt64, ownState: Topic? = nil,
        will: Will? = nil, subscriptions: [Subscription] = []
    ) {
        self.init(
            broker: BrokerAddress(host: settings.address.host, port: settings.address.port), clientID: clientID,
            roots: roots, session: session, ownState: ownState, will: will, subscriptions: subscriptions,
            tls: settings.authorityFile.map {
                TLSConfiguration(
                    authorityFile: $0, certificateFile: settings.certificateFile, keyFile: settings.keyFile)
            },
            credentials: settings.username.map {
                BusCredentials(username: $0, passwordFile: settings.passwordFile)
            }, allowsPlainText: settings.allowsPlainText)
        limits.keepAlive = settings.keepalive
    }
}
