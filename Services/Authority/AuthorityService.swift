import Bus
import Glibc
import Identity
import Schema
import ServiceKit
import Store
import Web

/// The authority as a part of its process: holds the data folder and the site's key, takes a session, runs the bus
/// client.
struct AuthorityService: Service {
    let name = "authority"
    private let client: BusClient<AuthorityHandler>
    private let post: AnswerPost
    private let signer: any CertificateSigner
    private let web: WebClient
    /// Held as long as the service lives.
    private let lock: DataFolderLock

    /// Locks the folder, reads the site's authority, and takes this start's session.
    init(_ context: ServiceContext) throws {
        let folder = context.dataFolder
        lock = try DataFolderLock(folder: folder)
        let authority = try SiteAuthority.load(folder: folder)
        // The gate is another user: it may go through and read what it needs, nothing else.
        _ = mkdir("\(folder)/access", 0o755)
        let sessions = SessionFile(path: "\(folder)/session")
        guard
            let clientID = ClientID(
                kind: .service, site: context.site, name: AuthorityHandler.name.description)
        else {
            throw BeaconBusError(
                .identifierInvalid, reason: "the site \(context.site) gives no client id",
                suggestion: "Use a shorter name for the site.")
        }
        let configuration = BusConfiguration(
            context.broker, roots: context.roots, clientID: clientID, session: try sessions.next(),
            ownState: .service(AuthorityHandler.name), will: .lost(.serviceLost(AuthorityHandler.name)))
        var setup = AuthoritySetup(context, authority: authority)
        setup.adoptSession = { try sessions.raise(to: $0) }
        let post = AnswerPost()
        let web = WebClient()
        let signer = try SignerFactory.make(context, authority: authority, web: web) { ticket, result in
            post.deliver(.signed(ticket, result))
        }
        let conditions = AuthorityConditions()
        conditions.add(to: context.health)
        self.post = post
        self.signer = signer
        self.web = web
        client = BusClient(configuration) { [setup] link in
            AuthorityHandler(
                setup, signer: signer, web: web, post: post, link: link, metrics: context.metrics,
                logger: context.logger,
                conditions: conditions)
        }
    }

    func run() async throws {
        post.open { [client] answer in client.perform { handler, link in handler.take(answer, link) } }
        let outcome: Result<Void, any Error>
        do {
            try await withGracefulStop {
                try await client.run()
            } onStop: {
                client.stop()
            }
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        post.close()
        signer.stop()
        // It joins its thread, which must not happen on the cooperative pool.
        await OwnThread.run(name: "web-stop") { [web] in web.stop() }
        try outcome.get()
    }
}

extension AuthoritySetup {
    /// What the configuration says.
    init(_ context: ServiceContext, authority: CertificateAuthority) {
        let configuration = context.configuration
        let beside = "\(configuration[CommonKeys.dataFolder])/gate/applied.json"
        self.init(
            site: context.site, folder: context.dataFolder, authority: authority,
            gateFile: configuration[AuthorityKeys.gateFile] ?? beside)
        gateWait = configuration[AuthorityKeys.gateWait]
        quiet = configuration[AuthorityKeys.takeoverWait]
        life = configuration[AuthorityKeys.life]
        maxChainAge = configuration[AuthorityKeys.maxChainAge]
        listLife = configuration[AuthorityKeys.listLife]
        greatestGap = configuration[AuthorityKeys.greatestGap]
        ratePerNode = configuration[AuthorityKeys.nodeRate]
        ratePerSite = configuration[AuthorityKeys.siteRate]
        ratePerJoin = configuration[AuthorityKeys.joinRate]
        auditBytes = configuration[AuthorityKeys.auditSize] << 20
        auditFiles = configuration[AuthorityKeys.auditFiles]
        validatorsAuthorityFile = configuration[ValidatorKeys.authorityFile]
        version = ServiceMain.version
        instance = Instance.text
    }
}
