import Bus
import Identity
import Schema
import ServiceKit

/// A node's own management of its certificates, as its configuration says; nil where others provide them.
struct NodeIdentity: Sendable {
    private let options: IdentityOptions
    private let flow: IdentitySettings
    private let connections: IdentityConnections
    private let joiningBroker: BrokerAddress
    private let roots: Roots
    private let node: NodeID
    private let store: IdentityStore
    private let memory: IdentityMemory
    private let report: LifecycleReport

    /// Nil without `node.identity`.
    init?(_ context: ServiceContext, _ settings: LifecycleSettings, _ report: LifecycleReport) {
        let configuration = context.configuration
        guard let folder = configuration[NodeKeys.identity] else { return nil }
        var options = IdentityOptions(folder: folder)
        options.user = configuration[LifecycleKeys.user]
        options.app = configuration[LifecycleKeys.app]
        options.tokenFile = configuration[LifecycleKeys.tokenFile]
        options.tokenCommand = configuration[LifecycleKeys.tokenCommand]
        var flow = IdentitySettings()
        flow.policy = settings.policy
        flow.order = configuration[LifecycleKeys.observerOrder]
        flow.hasFile = options.tokenFile != nil
        flow.hasCommand = !options.tokenCommand.isEmpty
        flow.maximumChainAge = configuration[LifecycleKeys.maxChainAge]
        flow.limits.question = configuration[LifecycleKeys.observerTimeout]
        self.options = options
        self.flow = flow
        self.report = report
        roots = context.roots
        node = settings.node
        connections = IdentityConnections(
            NodeIdentityFolder(path: folder), site: context.site, node: settings.node,
            broker: BrokerAddress(context.broker.address),
            bootstrapBroker: BrokerAddress(context.broker.bootstrapAddress))
        joiningBroker = BrokerAddress(
            configuration[LifecycleKeys.joiningBroker]
                ?? NetworkAddress(host: context.broker.address.host, port: Self.peoplePort))
        store = IdentityStore(folder: folder, site: context.site, node: settings.node)
        memory = IdentityMemory(folder: context.dataFolder)
    }

    /// The client that asks to be let in; nil where there is no need or no way to.
    func joining() -> JoinClient? {
        store.begin()
        guard isJoining else { return nil }
        return JoinClient(options, store: store, broker: joiningBroker, roots: roots, node: node, report: report)
    }

    /// Whether the folder holds nothing but what all unannounced machines share.
    var isJoining: Bool { store.isJoining }

    /// What the handler is given.
    func desk(_ worker: any Worker) -> IdentityDesk {
        IdentityDesk(
            options, flow: flow, node: node, connections: connections, store: store, memory: memory, worker: worker,
            now: .now(), clock: .now())
    }

    private static let peoplePort: UInt16 = 8884
}

extension BrokerAddress {
    fileprivate init(_ address: NetworkAddress) {
        self.init(host: address.host, port: address.port)
    }
}
