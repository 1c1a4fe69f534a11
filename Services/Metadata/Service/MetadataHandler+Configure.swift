import Bus
import Schema
import ServiceKit

/// Desired configurations of nodes (D20): kept here and published retained; the node applies and reports them.
extension MetadataHandler {
    /// The greatest size of a configuration as JSON, in bytes.
    static let maximumConfigurationBytes = 32 * 1024

    func configure(_ message: IncomingMessage, _ link: BusLink) {
        guard let request = open(message, as: ConfigureCommand.self, link) else { return }
        let configuration = JSONValue.object(request.body.configuration)
        let size = configuration.bytes.count
        guard size <= Self.maximumConfigurationBytes else {
            return refuse(
                request.reply,
                BeaconBusError(
                    .configurationInvalid, "The configuration is too large",
                    reason: "it has \(size) bytes, the limit is \(Self.maximumConfigurationBytes)",
                    suggestion: "Leave out what equals the node's own configuration.", retryable: false),
                message.topicName, link)
        }
        switch access.result(link.now, { try $0.setDesired(request.body.node, configuration) }) {
        case .success(let revision):
            answer(request.reply, ConfigureReply(revision: revision), link)
            publish(
                DesiredConfiguration(revision: revision, configuration: request.body.configuration), request.body.node,
                link)
        case .failure(let error): refuse(request.reply, error, message.topicName, link)
        }
    }

    /// Publishes every node's desired configuration.
    func publishDesired(_ link: BusLink) {
        guard case .success(let list) = access.result(link.now, { try $0.desired() }) else { return }
        for (node, configuration) in list { publish(configuration, node, link) }
    }

    private func publish(_ configuration: DesiredConfiguration, _ node: NodeID, _ link: BusLink) {
        attempt("desired") { try link.setRetained(.nodeDesired(node), configuration) }
    }
}
