import Bus
import Identity
import Schema
import Support

/// A node that has come by its certificates over the bus, for tests that take them away again.
struct RevokedNode: Sendable {
    let node: NodeID
    /// Certificate and key files of `n` and `boot`.
    let lifecycle: (certificate: String, key: String)
    let bootstrap: (certificate: String, key: String)

    private static let app = AppID("site")!

    /// Announces a node and enrols it. Its pair is good from then on.
    static func make(_ site: UpClosedSite, _ node: NodeID, _ session: BusSession) async throws -> RevokedNode {
        let candidate = try CandidateNode(site: UpClosedSite.site, node: node)
        let added = try await session.request(
            .authorityCommand(.nodeAdd, site.requester),
            NodeAddCommand(node: node, request: candidate.bootstrapRequest(), app: app), as: NodeAddReply.self,
            timeout: .seconds(30))
        let token = try await session.request(
            .authorityCommand(.tokenCreate, site.requester), TokenCreateCommand(app: app, node: node),
            as: TokenCreateReply.self, timeout: .seconds(30)
        ).tokens[0]
        let base = "\(site.temporary.path)/\(node)"
        let bootstrap = try write("\(base).boot", added.chain, candidate.bootstrapKey)
        let enrolment = try candidate.enrolment(token: token, user: UserID("owner")!, app: app)
        let issued = try await BusSession.with(
            configuration(site, candidate.bootstrapClient, bootstrap, site.ports[2])
        ) { session in
            try await session.request(.enrol(node), enrolment, as: CertificateReply.self, timeout: .seconds(30))
        }
        let lifecycle = try write("\(base).n", issued.chains.lifecycle, candidate.lifecycleKey)
        return RevokedNode(node: node, lifecycle: lifecycle, bootstrap: bootstrap)
    }

    private static func write(_ base: String, _ chain: String, _ key: PrivateKey) throws -> (String, String) {
        try writeFile("\(base).crt", chain)
        try writeFile("\(base).key", String(decoding: key.pem().bytes, as: UTF8.self))
        return ("\(base).crt", "\(base).key")
    }

    private static func configuration(
        _ site: UpClosedSite, _ client: ClientID, _ files: (certificate: String, key: String), _ port: UInt16
    ) -> BusConfiguration {
        BusConfiguration(
            broker: BrokerAddress(host: "127.0.0.1", port: port), clientID: client, roots: site.roots, session: 1,
            tls: TLSConfiguration(
                authorityFile: "\(site.folder)/tls/authority.pem", certificateFile: files.certificate,
                keyFile: files.key))
    }

    /// Lets the authority's app take tokens from a list.
    static func makeApp(_ site: UpClosedSite, _ session: BusSession) async throws {
        _ = try await session.request(
            .authorityCommand(.appPut, site.requester),
            AppPutCommand(app: app, validator: ValidatorDefinition(kind: .file)), as: AppChangeReply.self,
            timeout: .seconds(30))
    }
}
