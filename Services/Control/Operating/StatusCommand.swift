import Bus
import Schema
import ServiceKit

/// `beaconctl status`: how nodes and services are, from what the broker retains.
enum StatusCommand {
    static let json = Flag("json", "Print the documents as one JSON object.")

    static let command = Command(
        "status", "Shows how nodes and services are; exit code 1 if one of them is not well.",
        discussion: """
            On a closed bus authority, dispatch, gate and metadata have to be there, too.
            """,
        options: [json, OperatorSession.name]
    ) { invocation in
        try await OperatorSession.with(invocation) { session, settings in
            let filters: [TopicFilter] = [
                .nodeState(), .nodeLost(), .scanner(), .services(), .serviceLost(), .monitored,
            ]
            let documents = try await RetainedDocuments.read(filters, session, settings.roots)
            // States first, so that a will is judged against them.
            var site = SiteModel()
            for isLost in [false, true] {
                for (topic, body) in documents where Self.isLost(topic) == isLost {
                    _ = site.apply(topic, body.bytes, retained: true)
                }
            }
            // Who has a certificate is on a closed bus.
            let report = StatusReport(
                site, standings: await standings(invocation, session, site),
                expected: settings.broker.certificateFile == nil ? [] : StatusReport.closedSite)
            StandardStream.output.write(invocation[json] ? Printable.json(report.json) + "\n" : report.text)
            return report.isWell ? .success : .failure
        }
    }

    /// What the authority says of its nodes; nothing where there is none, or it does not answer.
    private static func standings(_ invocation: Invocation, _ session: BusSession, _ site: SiteModel) async
        -> [NodeEntry]
    {
        guard site.services["authority"]?["ready"]?.boolValue == true, !site.lostServices.contains("authority"),
            let requester = try? OperatorSession.requester(invocation)
        else { return [] }
        var entries: [NodeEntry] = []
        var after: NodeID?
        repeat {
            let page = try? await session.request(
                .authorityCommand(.nodeList, requester), NodeListCommand(after: after, limit: 100),
                as: NodeListReply.self, timeout: .seconds(3))
            guard let page else { return entries }
            entries += page.nodes
            after = page.next
        } while after != nil
        return entries
    }

    private static func isLost(_ topic: Topic) -> Bool {
        switch topic {
        case .nodeLost, .serviceLost: true
        default: false
        }
    }
}
