internal import Bus
internal import Glibc
public import Identity
public import Schema
internal import Store
internal import Synchronization

/// A real `beacon-authority` on a real mosquitto that lets everybody do everything, with an authority of its own: for
/// what validators and certificate servers do to it. The broker's rights are tried elsewhere.
///
/// Unchecked, as the broker is only made and ended by it, with it.
public final class EnrolmentSite: @unchecked Sendable {
    public let site: SiteID
    public let roots: Roots
    public let broker: MosquittoBroker
    public let authority: CertificateAuthority
    private let program: String
    private let folder = TemporaryFolder()
    private let process = Mutex<ChildProcess?>(nil)

    /// Starts the broker, and makes the site's authority.
    ///
    /// - Parameter program: the path of beacon-authority.
    public init(site: SiteID, program: String) throws {
        self.site = site
        self.program = program
        roots = Roots(site: site)
        mkdir(folder.path + "/broker", 0o700)
        mkdir(folder.path + "/data", 0o700)
        mkdir(folder.path + "/data/authority", 0o700)
        mkdir(folder.path + "/cfssl", 0o700)
        broker = try MosquittoBroker(folder: folder.path + "/broker")
        authority = try CertificateAuthority.make(site: site, now: .now(), life: .seconds(3_650 * 86_400))
        try AtomicFile(path: folder.path + "/data/authority/ca.key").write(authority.key.pem().bytes)
        try writeFile(folder.path + "/data/authority/ca.crt", authority.certificate.pem)
    }

    deinit { kill() }

    /// Starts the authority, once more after ``stop()``.
    ///
    /// - Parameter environment: further configuration, such as `BEACONBUS_AUTHORITY_SIGNER`.
    public func start(_ environment: [String: String] = [:]) throws {
        let usual = [
            "BEACONBUS_AUTHORITY_TAKEOVER_WAIT": "0s", "BEACONBUS_AUTHORITY_RATE_NODE": "1000000",
            "BEACONBUS_AUTHORITY_RATE_SITE": "60000000", "SWIFT_BACKTRACE": "enable=no",
        ]
        let started = try ChildProcess(
            program,
            [
                "--site", site.description, "--data-dir", folder.path + "/data", "--broker",
                "127.0.0.1:\(broker.port)",
            ], environment: usual.merging(environment) { $1 }, output: folder.path + "/authority.log")
        process.withLock { $0 = started }
    }

    /// The running authority's process.
    public var pid: Int32? { process.withLock { $0?.pid } }

    /// Stops it in good order; its exit code.
    @discardableResult
    public func stop() async -> Int32? {
        let running = process.withLock { $0.take() }
        return ChildProcess.exitCode(await running?.terminate() ?? -1)
    }

    /// kill -9.
    public func kill() {
        process.withLock { $0.take() }?.kill()
    }

    /// A cfssl server with the site's key, and the environment that has the authority sign there.
    public func certificateServer(
        key: SecretBytes, profiles: [CFSSLServer.Profile] = [CFSSLServer.Profile("node")]
    ) throws -> (server: CFSSLServer, environment: [String: String]) {
        let server = try CFSSLServer(folder: folder.path + "/cfssl", authority: authority, key: key, profiles: profiles)
        try writeFile(folder.path + "/cfssl/key", HexText.encode(key.bytes) + "\n")
        return (
            server,
            [
                "BEACONBUS_AUTHORITY_SIGNER": "cfssl", "BEACONBUS_AUTHORITY_CFSSL_ADDRESS": server.url,
                "BEACONBUS_AUTHORITY_CFSSL_KEY_FILE": folder.path + "/cfssl/key",
            ]
        )
    }

    /// All that must not hold a secret: the log, the audit logs.
    public func logs() throws -> String {
        try readFile(folder.path + "/authority.log")
            + ["audit", "refused"].map { (try? readFile(folder.path + "/data/authority/\($0).log")) ?? "" }.joined()
    }

    /// A number from the authority's database.
    public func count(_ query: String) throws -> Int64 {
        var options = DatabaseOptions()
        options.readOnly = true
        let database = try Database(path: folder.path + "/data/authority/authority.db", options: options)
        defer { database.close() }
        return try database.integer(query) ?? 0
    }

    /// A desk that asks the authority, which answers by then, under a name of its own.
    public func desk<Value: Sendable>(
        _ name: String = "anna", _ body: @Sendable (EnrolmentDesk) async throws -> Value
    ) async throws -> Value {
        guard let client = ClientID(kind: .operator, site: site, name: name) else {
            throw ChildProcess.Failure(description: "\(name) is no name")
        }
        let configuration = BusConfiguration(broker: broker.address, clientID: client, roots: roots, session: 1)
        let (roots, site) = (roots, site)
        return try await BusSession.with(configuration) { session in
            try await session.subscribe([Subscription(raw: "\(roots.private)/replies/+/\(name)/+")]) { stream in
                let desk = EnrolmentDesk(session, stream, site: site, roots: roots, client: client)
                try await desk.ready()
                return try await body(desk)
            }
        }
    }
}
