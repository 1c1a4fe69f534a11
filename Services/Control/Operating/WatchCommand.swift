import Bus
import Schema
import ServiceKit
import Synchronization

/// `beaconctl watch`: what happens at a site, live.
enum WatchCommand {
    static let node = Option("node", "NODE", .identifier as ValueType<NodeID>, "Only this node.")
    static let json = Flag("json", "Show JSON lines.")
    static let count = Option("count", "N", .integer(1...Int.max), "End after so many lines.")

    static let command = Command(
        "watch", "Shows live what happens at the site; Ctrl-C ends it.",
        options: [node, json, count, OperatorSession.name]
    ) { invocation in
        let stop = StopSignal()
        let signals = SignalWatcher { request in
            if case .stop = request { stop.raise() }
        }
        defer { signals.cancel() }
        let watching = Task { try await run(invocation) }
        stop.addHandler { watching.cancel() }
        do {
            return try await watching.value
        } catch is CancellationError {
            return .success
        }
    }

    private static func run(_ invocation: Invocation) async throws -> ExitCode {
        try await OperatorSession.with(invocation, reconnects: true) { session, settings in
            let writer = ViewWriter(json: invocation[json])
            defer { writer.finish() }
            let filters = SiteFilters.subscriptions(settings.roots, node: invocation[node])
            return try await session.subscribe(filters, capacity: 100_000) { messages in
                var site = SiteModel()
                var left = invocation[count] ?? .max
                for try await message in messages {
                    guard let topic = message.topic else { continue }
                    for event in site.apply(topic, message.payload, retained: message.retained) {
                        writer.write(event)
                        left -= 1
                        if left == 0 { return .success }
                    }
                }
                return .success
            }
        }
    }
}

/// What a view of a site subscribes to.
enum SiteFilters {
    /// Everything that the view shows; not the pages and repetitions, which are for machines.
    static func subscriptions(_ roots: Roots, node: NodeID? = nil) -> [Subscription] {
        let filters: [TopicFilter] = [
            .nodeState(node), .nodeLost(node), .nodeEvents(node), .scanner(node), .beaconEvents(node, .active),
            .beaconEvents(node, .inactive), .beaconEvents(node, .changed), .actions(), .services(), .serviceLost(),
            .monitored, .metadataChanged,
        ]
        return filters.map { Subscription($0, in: roots) }
    }
}
