extension TopicFilter {
    private static func any(_ part: (some CustomStringConvertible)?) -> String { part?.description ?? "+" }

    public static func nodeState(_ node: NodeID? = nil) -> TopicFilter { .init("nodes/\(any(node))/state") }
    public static func nodeLost(_ node: NodeID? = nil) -> TopicFilter { .init("nodes/\(any(node))/lost") }

    /// All life-cycle events of a node, or one kind.
    public static func nodeEvents(_ node: NodeID? = nil, _ event: NodeEventName? = nil) -> TopicFilter {
        .init("nodes/\(any(node))/events/\(event?.level ?? "+")")
    }

    /// Commands to a node, from anyone.
    public static func nodeCommands(_ node: NodeID) -> TopicFilter { .init("nodes/\(node)/commands/+/+") }
    public static func nodeDesired(_ node: NodeID? = nil) -> TopicFilter { .init("nodes/\(any(node))/desired") }
    public static func scanner(_ node: NodeID? = nil) -> TopicFilter { .init("nodes/\(any(node))/scanner") }
    public static func scannerLost(_ node: NodeID? = nil) -> TopicFilter { .init("nodes/\(any(node))/scanner/lost") }

    /// Commands to a node's scanner, from anyone.
    public static func scannerCommands(_ node: NodeID) -> TopicFilter { .init("nodes/\(node)/scanner/commands/+/+") }
    public static func beacons(_ node: NodeID? = nil) -> TopicFilter { .init("nodes/\(any(node))/beacons") }
    public static func beaconPages(_ node: NodeID? = nil) -> TopicFilter { .init("nodes/\(any(node))/beacons/pages/+") }

    public static func beaconEvents(_ node: NodeID? = nil, _ event: BeaconEvent) -> TopicFilter {
        .init("nodes/\(any(node))/beacons/\(event.rawValue)")
    }

    public static func unacknowledged(_ node: NodeID? = nil) -> TopicFilter {
        .init("nodes/\(any(node))/beacons/unacknowledged")
    }

    public static func acknowledged(_ node: NodeID? = nil) -> TopicFilter {
        .init("nodes/\(any(node))/beacons/acknowledged")
    }

    public static func readings(_ node: NodeID? = nil) -> TopicFilter { .init("nodes/\(any(node))/beacons/readings") }
    public static let monitored = TopicFilter(.monitored)
    public static let metadataLookups = TopicFilter("metadata/lookup/+")
    public static let metadataCommands = TopicFilter("metadata/commands/+/+")
    public static let metadataChanged = TopicFilter(.metadataChanged)

    /// One kind of action; `nil` takes each single-level topic below `actions`, outcomes included.
    public static func actions(_ kind: ActionKind? = nil) -> TopicFilter { .init("actions/\(kind?.level ?? "+")") }
    public static let actionCommands = TopicFilter("actions/commands/+/+")
    public static let outcomes = TopicFilter(.outcomes)
    public static func inboxes(_ inbox: InboxID? = nil) -> TopicFilter { .init("inboxes/\(any(inbox))") }
    public static func observers(_ observer: ObserverID? = nil) -> TopicFilter { .init("observers/\(any(observer))") }
    public static func observerLost(_ observer: ObserverID? = nil) -> TopicFilter {
        .init("observers/\(any(observer))/lost")
    }

    public static func presence(_ beacon: BeaconID? = nil) -> TopicFilter { .init("presence/\(any(beacon))") }
    public static func services(_ service: ServiceName? = nil) -> TopicFilter { .init("services/\(any(service))") }
    public static func serviceLost(_ service: ServiceName? = nil) -> TopicFilter {
        .init("services/\(any(service))/lost")
    }

    /// Token questions to one observer.
    public static func tokens(_ observer: ObserverID) -> TopicFilter { .init("tokens/\(observer)/+", isPrivate: true) }
    public static let enrol = TopicFilter("enrol/+", isPrivate: true)
    public static let renew = TopicFilter("renew/+", isPrivate: true)
    public static func validate(_ app: AppID? = nil) -> TopicFilter {
        .init("apps/\(any(app))/validate", isPrivate: true)
    }
    public static let keys = TopicFilter("keys/+", isPrivate: true)

    /// All answers to one client.
    public static func replies(to client: Requester) -> TopicFilter { .init("replies/\(client)/#", isPrivate: true) }
}
