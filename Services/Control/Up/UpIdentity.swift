import Bus
import Glibc
import Identity
import Schema
import ServiceKit
import Store

/// What an operator does so that a node may come: makes the app whose tokens count, announces the node, and gives it the
/// bundle it enrols with.
struct UpIdentity {
    static let app = AppID("site")!
    static let user = UserID("owner")!

    let node: NodeID
    /// The node's folder of keys and certificates.
    let folder: String

    private static let requester = Requester(kind: .operator, UpSettings.operatorID)
    private static let patience: Duration = .seconds(10)

    /// Whether the node has certificates from a run before.
    var hasCertificates: Bool { access("\(folder)/current", F_OK) == 0 }

    /// Makes the app that judges by one-time tokens, unless it is there.
    func makeApp(_ session: BusSession) async throws {
        let list = try await session.request(
            .authorityCommand(.appList, Self.requester), AppListCommand(), as: AppListReply.self,
            timeout: Self.patience)
        guard !list.apps.contains(where: { $0.app == Self.app }) else { return }
        _ = try await session.request(
            .authorityCommand(.appPut, Self.requester),
            AppPutCommand(app: Self.app, validator: ValidatorDefinition(kind: .file), enabled: true),
            as: AppChangeReply.self, timeout: Self.patience)
    }

    /// Announces the node and puts its bundle into its folder: key, certificate, authority.
    /// - Returns: until when it may come.
    func announce(_ session: BusSession) async throws -> WallTime {
        let key = try PrivateKey.generate()
        let client = ClientID(kind: .bootstrap, site: UpSettings.site, node)
        let request = try SigningRequest.make(for: client, key: key)
        let reply = try await session.request(
            .authorityCommand(.nodeAdd, Self.requester),
            NodeAddCommand(node: node, request: request.pem, app: Self.app, user: Self.user), as: NodeAddReply.self,
            timeout: Self.patience)
        let bundle = try NodeAddition.bundle(reply, key, client)
        try AtomicFile(path: "\(folder)/bootstrap.pem").write(bundle.pem().bytes)
        return reply.notAfter
    }

    /// A one-time token for the node.
    func makeToken(_ session: BusSession, _ question: TokenQuestion) async throws -> String? {
        let reply = try await session.request(
            .authorityCommand(.tokenCreate, Self.requester),
            TokenCreateCommand(
                app: Self.app, user: question.user, node: question.node, validity: 300_000, count: 1),
            as: TokenCreateReply.self, timeout: .seconds(4))
        return reply.tokens.first
    }

    /// How the node stands with the authority; nil if it is not known there.
    func standing(_ session: BusSession) async throws -> NodeEntry? {
        let reply = try await session.request(
            .authorityCommand(.nodeList, Self.requester), NodeListCommand(limit: 100), as: NodeListReply.self,
            timeout: Self.patience)
        return reply.nodes.first { $0.node == node }
    }
}
