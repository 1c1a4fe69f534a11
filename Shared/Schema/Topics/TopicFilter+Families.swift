extension TopicFilter {
    private static func any(_ part: (some CustomStringConvertible)?) -> String { part?.description ?? "+" }

    /// States of nodes.
    public static func nodeState(_ node: NodeID? = nil) -> TopicFilter { .init("nodes/\(any(node))/state") }

    /// Wills of lifecycles.
    public static func nodeLost(_ node: NodeID? = nil) -> TopicFilter { .init("nodes/\(any(node))/lost") }

    /// All life-cycle events of a node, or one kind.
    public static func nodeEvents(_ node: NodeID? = nil, _ event: NodeEventName? = nil) -> TopicFilter {
        .init("nodes/\(any(node))/events/\(event?.level ?? "+")")
    }

    /// Commands to a node, from anyone.
    public static func nodeCommands(_ node: NodeID? = nil) -> TopicFilter { .init("nodes/\(any(node))/commands/+/+") }

    /// Desired configurations.
    public static func nodeDesired(_ node: NodeID? = nil) -> TopicFilter { .init("nodes/\(any(node))/desired") }

    /// What was measured of nodes.
    public static func calibration(_ node: NodeID? = nil) -> TopicFilter { .init("nodes/\(any(node))/calibration") }

    /// Statuses of scanners.
    public static func scanner(_ node: NodeID? = nil) -> TopicFilter { .init("nodes/\(any(node))/scanner") }

    /// Wills of scanners.
    public static func scannerLost(_ node: NodeID? = nil) -> TopicFilter { .init("nodes/\(any(node))/scanner/lost") }

    /// Commands to a node's scanner, from anyone.
    public static func scannerCommands(_ node: NodeID) -> TopicFilter { .init("nodes/\(node)/scanner/commands/+/+") }

    /// Summaries of beacons.
    public static func beacons(_ node: NodeID? = nil) -> TopicFilter { .init("nodes/\(any(node))/beacons") }

    /// Pages of active beacons.
    public static func beaconPages(_ node: NodeID? = nil) -> TopicFilter { .init("nodes/\(any(node))/beacons/pages/+") }

    /// Batches of one kind.
    public static func beaconEvents(_ node: NodeID? = nil, _ event: BeaconEvent) -> TopicFilter {
        .init("nodes/\(any(node))/beacons/\(event.rawValue)")
    }

    /// Journalled entries again.
    public static func unacknowledged(_ node: NodeID? = nil) -> TopicFilter {
        .init("nodes/\(any(node))/beacons/unacknowledged")
    }

    /// How far journals are stored.
    public static func acknowledged(_ node: NodeID? = nil) -> TopicFilter {
        .init("nodes/\(any(node))/beacons/acknowledged")
    }

    /// Advertising data as it came.
    public static func raw(_ node: NodeID? = nil) -> TopicFilter { .init("nodes/\(any(node))/beacons/raw") }

    /// Readings.
    public static func readings(_ node: NodeID? = nil) -> TopicFilter { .init("nodes/\(any(node))/beacons/readings") }

    /// The monitored set.
    public static let monitored = TopicFilter(.monitored)

    /// Look-ups, from anyone.
    public static let metadataLookups = TopicFilter("metadata/lookup/+")

    /// Commands to metadata, from anyone.
    public static let metadataCommands = TopicFilter("metadata/commands/+/+")

    /// Change notices.
    public static let metadataChanged = TopicFilter(.metadataChanged)

    /// One kind of action; `nil` takes each single-level topic below `actions`, outcomes included.
    public static func actions(_ kind: ActionKind? = nil) -> TopicFilter { .init("actions/\(kind?.level ?? "+")") }

    /// Commands to dispatch, from anyone.
    public static let actionCommands = TopicFilter("actions/commands/+/+")

    /// Outcomes.
    public static let outcomes = TopicFilter(.outcomes)

    /// Inboxes.
    public static func inboxes(_ inbox: InboxID? = nil) -> TopicFilter { .init("inboxes/\(any(inbox))") }

    /// Registrations of observers.
    public static func observers(_ observer: ObserverID? = nil) -> TopicFilter { .init("observers/\(any(observer))") }

    /// Wills of observers.
    public static func observerLost(_ observer: ObserverID? = nil) -> TopicFilter {
        .init("observers/\(any(observer))/lost")
    }

    /// Presence.
    public static func presence(_ beacon: BeaconID? = nil) -> TopicFilter { .init("presence/\(any(beacon))") }

    /// Statuses of site services.
    public static func services(_ service: ServiceName? = nil) -> TopicFilter { .init("services/\(any(service))") }

    /// Wills of site services.
    public static func serviceLost(_ service: ServiceName? = nil) -> TopicFilter {
        .init("services/\(any(service))/lost")
    }

    /// Token questions to one observer.
    public static func tokens(_ observer: ObserverID) -> TopicFilter { .init("tokens/\(observer)/+", isPrivate: true) }

    /// Requests for certificates.
    public static let enrol = TopicFilter("enrol/+", isPrivate: true)

    /// Requests for new certificates.
    public static let renew = TopicFilter("renew/+", isPrivate: true)

    /// Proofs that nodes use their certificates.
    public static let activate = TopicFilter("activate/+", isPrivate: true)

    /// Machines that nobody has announced.
    public static let join = TopicFilter("join/+", isPrivate: true)

    /// Commands to the authority, from anyone.
    public static let authorityCommands = TopicFilter("authority/commands/+/+", isPrivate: true)

    /// Questions to apps' validators.
    public static func validate(_ app: AppID? = nil) -> TopicFilter {
        .init("apps/\(any(app))/validate", isPrivate: true)
    }

    /// Questions for decoding keys.
    public static let keys = TopicFilter("keys/+", isPrivate: true)

    /// Commands about decoding keys, from anyone.
    public static let keyCommands = TopicFilter("keys/commands/+/+", isPrivate: true)

    /// All answers to one client.
    public static func replies(to client: Requester) -> TopicFilter { .init("replies/\(client)/#", isPrivate: true) }
}
