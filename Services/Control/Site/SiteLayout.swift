import Schema

/// Where everything of a site lies below its data folder.
struct SiteLayout: Sendable, Equatable {
    /// The site's data folder, absolute.
    let folder: String

    /// What the site is made with; written first, so that a run that was cut off can go on.
    var record: String { "\(folder)/site.json" }
    var authority: String { "\(folder)/authority" }
    var authorityKey: String { "\(authority)/ca.key" }
    var authorityCertificate: String { "\(authority)/ca.crt" }
    /// The authority's own book of what it issued; made by the service.
    var authorityBook: String { "\(authority)/authority.db" }
    /// Certificates made here that the authority has yet to enter into its book.
    var issued: String { "\(authority)/issued" }
    /// What the authority tells the gate.
    var access: String { "\(authority)/access" }
    var accessRevocations: String { "\(access)/crl.pem" }
    /// Certificates and keys of services, operators and observers on this machine.
    var tls: String { "\(folder)/tls" }
    /// What a client needs to trust the broker.
    var trusted: String { "\(tls)/authority.pem" }
    /// The broker's own folder: nobody else's files, and nothing of it elsewhere.
    var broker: String { "\(folder)/broker" }
    var serverCertificate: String { "\(broker)/server.crt" }
    var serverKey: String { "\(broker)/server.key" }
    var brokerTrusted: String { "\(broker)/authority.pem" }
    var brokerRevocations: String { "\(broker)/crl.pem" }
    var brokerAccess: String { "\(broker)/dynamic-security.json" }
    var brokerConfiguration: String { "\(broker)/mosquitto.conf" }
    var brokerProcess: String { "\(broker)/mosquitto.pid" }
    /// The gate's word on what it has carried out.
    var gate: String { "\(folder)/gate" }

    /// The certificate of a service (`metadata`), operator (`op_anna`) or observer (`obs_desk`) on this machine.
    func certificate(_ client: ClientID) -> String { "\(tls)/\(Self.name(client)).crt" }

    /// Its key.
    func key(_ client: ClientID) -> String { "\(tls)/\(Self.name(client)).key" }

    /// What its files are called.
    static func name(_ client: ClientID) -> String {
        client.kind == .service ? client.name : client.requester.description
    }

    /// What may lie in a data folder; anything else makes it somebody else's.
    static let known: Set<String> = [
        "site.json", "authority", "tls", "broker", "gate", "metadata", "dispatch", "bridge", "lifecycle", "scanner",
        "presence",
        "home", "identity", "lock", "lost+found", "beaconbus.yaml", "children",
    ]
}
