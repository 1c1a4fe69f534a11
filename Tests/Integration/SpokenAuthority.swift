import Glibc
import Identity
import Schema
import Store
import Support

/// The certificate authority beside a run, whose broker has a second listener with TLS: a node that manages its own
/// certificates connects in no other way.
struct SpokenAuthority: Sendable {
    /// The folder with the profile of that broker.
    var profiles: String { "\(folder)/profiles" }

    private let folder: String
    /// Where the broker speaks TLS.
    private let port: UInt16

    /// Makes the authority's and the broker's certificates and the broker's profile, before the broker is started.
    init(folder: String) throws {
        self.folder = folder
        port = LoopbackPort.free()
        // The broker's own user passes through.
        chmod(folder, 0o711)
        for name in ["profiles", "site", "site/authority"] { mkdir("\(folder)/\(name)", 0o755) }
        let authority = try CertificateAuthority.make(
            site: BusFixture.site, now: .now(), life: .seconds(3_650 * 86_400))
        try AtomicFile(path: "\(folder)/site/authority/ca.key").write(authority.key.pem().bytes)
        try writeFile("\(folder)/site/authority/ca.crt", authority.certificate.pem)
        let key = try PrivateKey.generate()
        let certificate = try authority.issue(
            .server(names: ["127.0.0.1"]), to: ClientID("svc.home.broker")!, publicKey: key.publicKey,
            serial: SystemRandom.serial(), notBefore: .now() - .seconds(60), notAfter: .now() + .seconds(86_400))
        let files = [
            ("ca.crt", authority.certificate.pem), ("broker.crt", certificate.pem),
            ("broker.key", String(decoding: key.pem().bytes, as: UTF8.self)),
        ]
        for (name, text) in files {
            try writeFile("\(folder)/profiles/\(name)", text)
            // For the broker's user.
            chmod("\(folder)/profiles/\(name)", 0o644)
        }
        let listener = [
            "listener \(port) 127.0.0.1", "allow_anonymous true", "cafile \(profiles)/ca.crt",
            "certfile \(profiles)/broker.crt", "keyfile \(profiles)/broker.key",
        ]
        try writeFile(
            "\(profiles)/mosquitto.conf.in",
            readFile("\(UpTests.root)/deploy/mosquitto/mosquitto.conf.in") + listener.joined(separator: "\n") + "\n")
    }

    /// Starts the authority on the broker's plain port.
    func start(_ plain: UInt16) throws -> ChildProcess {
        try ChildProcess(
            BuiltProgram.path("beacon-authority"),
            ["--site", "home", "--data-dir", "\(folder)/site", "--broker", "127.0.0.1:\(plain)"],
            environment: ["BEACONBUS_AUTHORITY_TAKEOVER_WAIT": "0s", "BEACONBUS_AUTHORITY_GATE_WAIT": "0s"],
            output: "\(folder)/authority.log")
    }

    /// Starts the life cycle of a node that has nothing but a bundle, and asks observers for its token.
    func startNode(_ node: NodeID, app: AppID, bundle: String) throws -> ChildProcess {
        let home = "\(folder)/\(node)"
        for path in [home, "\(home)/identity"] { mkdir(path, 0o700) }
        try writeFile("\(home)/identity/bootstrap.pem", bundle)
        try writeFile(
            "\(home)/node.yaml",
            """
            site: {id: home, dataFolder: \(home)}
            broker: {address: "127.0.0.1:\(port)"}
            node: {id: \(node), identity: \(home)/identity, bootstrapBroker: "127.0.0.1:\(port)"}
            lifecycle: {policy: automatic, app: \(app)}

            """)
        return try ChildProcess(
            BuiltProgram.path("beacon-lifecycle"), ["--config", "\(home)/node.yaml"], output: "\(folder)/\(node).log")
    }

    /// What authority and node wrote, for messages of failed expectations.
    func text(of node: NodeID) -> String {
        ["authority", "\(node)"].map { UpTests.text("\(folder)/\($0).log") }.joined(separator: "\n")
    }
}
