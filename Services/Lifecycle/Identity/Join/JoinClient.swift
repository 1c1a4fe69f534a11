import Bus
import Identity
import Schema

/// The bus client of a machine that asks to be let in.
struct JoinClient: Sendable {
    private let client: BusClient<JoinHandler>

    /// - Parameter broker: where people connect: there many may have one name.
    init(
        _ options: IdentityOptions, store: IdentityStore, broker: BrokerAddress, roots: Roots, node: NodeID,
        report: LifecycleReport
    ) {
        var configuration = BusConfiguration(
            broker: broker, clientID: .joining(roots.site), roots: roots, session: 1,
            tls: TLSConfiguration(NodeIdentityFolder(path: options.folder).bootstrapFiles))
        configuration.clientIDSuffix = RequestID.random().description.prefix(16).description
        client = BusClient(configuration) { _ in try JoinHandler(node: node, store: store, report: report) }
    }

    /// Returns when the node was approved and has its own bootstrap certificate, or after ``stop()``.
    func run() async throws {
        try await client.run()
    }

    func stop() {
        client.stop()
    }
}

extension TLSConfiguration {
    /// The files of a node's identity: its owner's alone.
    init(_ files: NodeIdentityFolder.TLSFiles) {
        self.init(
            authorityFile: files.authority, certificateFile: files.certificate, keyFile: files.key,
            keyReaders: .owner)
    }
}

extension ClientID {
    /// What all machines that nobody has announced are called: `boot.{site}.join`.
    static func joining(_ site: SiteID) -> ClientID {
        ClientID(kind: .bootstrap, site: site, NodeID("join")!)
    }
}
