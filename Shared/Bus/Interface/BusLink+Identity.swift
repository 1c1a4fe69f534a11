internal import Schema

extension BusLink {
    /// Connects as somebody else, or anew as the same with files that were replaced: same session, next connection
    /// number, `from` and the reply topics follow.
    ///
    /// Takes effect at the end of the pass. What was handed over before goes out under the old identity, within
    /// ``BusLimits/switchDeadline``; then comes DISCONNECT without the will, so that no `lost` of the old connection
    /// follows, and ``BusHandler/disconnected(_:_:)`` with ``BusFailure/Kind/identityChanged``. Open requests end with
    /// `connectionLost`; new ones are answered `brokerUnreachable` until the next ``BusHandler/connected(_:)``.
    /// Subscriptions stay as they are. While another process uses our client id, an identity of the same name only
    /// takes effect at the next try.
    public func use(_ identity: BusIdentity) {
        guard !isFinished else { return }
        nextIdentity = identity
    }

    /// As whom the client is connected, or tries to be.
    public var identity: BusIdentity { configuration.identity }

    /// What the own certificate of this connection is valid for; nil without one.
    public var certificate: CertificateValidity? { isConnected ? transport.certificate : nil }

    /// Whether a change was asked for and has not been made.
    var isChangingIdentity: Bool {
        if case .switching = machine.state { return true }
        return nextIdentity != nil
    }

    func changeIdentityIfAsked() {
        if case .switching = machine.state {
        } else if let next = nextIdentity {
            perform(machine.use(sameClient: next.clientID == clientID, now))
            if case .stopping = machine.state { nextIdentity = nil }
        }
        pump()
        if case .switching = machine.state, outbound.isEmpty { perform(machine.handle(.drained, now)) }
    }

    func changeIdentity() {
        guard let next = nextIdentity else { return }
        nextIdentity = nil
        configuration.identity = next
        replyPrefix = Self.replyPrefix(configuration)
    }

    static func replyPrefix(_ configuration: BusConfiguration) -> String {
        "\(configuration.roots.private)/replies/\(configuration.clientID.requester)/"
    }
}
