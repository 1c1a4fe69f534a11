/// Every topic of the bus (design §3). A value is always a legal topic: at most 8 slashes and 256 bytes, no wildcard.
public enum Topic: Hashable, Sendable {
    /// Retained: what a node is. From its lifecycle.
    case nodeState(NodeID)
    /// Retained: the lifecycle's will, on a topic of its own so that it never overwrites a newer state.
    case nodeLost(NodeID)
    case nodeEvent(NodeID, NodeEventName)
    case nodeCommand(NodeID, NodeCommand, Requester)
    /// Retained: the configuration a node should have. From metadata.
    case nodeDesired(NodeID)
    /// Retained: what was measured of the node's receiver and surroundings. From metadata.
    case calibration(NodeID)
    /// Retained: the scanner's status.
    case scanner(NodeID)
    /// Retained: the scanner's will.
    case scannerLost(NodeID)
    case scannerCommand(NodeID, ScannerCommand, Requester)
    /// Retained: how many beacons are active, and which pages are there.
    case beacons(NodeID)
    /// Retained: the active beacons of one page.
    case beaconPage(NodeID, BeaconPageNumber)
    case beaconEvent(NodeID, BeaconEvent)
    /// Journalled entries again, to dispatch.
    case unacknowledged(NodeID)
    /// Retained: how far dispatch has stored a node's journal.
    case acknowledged(NodeID)
    /// QoS 0.
    case readings(NodeID)
    /// QoS 0: advertising data as it came, where the configuration asks for it.
    case raw(NodeID)
    /// Retained: which beacons are monitored. From metadata.
    case monitored
    case metadataLookup(Requester)
    case metadataCommand(MetadataCommand, Requester)
    case metadataChanged
    case action(ActionKind)
    case actionCommand(ActionCommand, Requester)
    case outcomes
    /// Retained.
    case inbox(InboxID)
    /// Retained: an observer's registration.
    case observer(ObserverID)
    /// Retained: the observer's will.
    case observerLost(ObserverID)
    /// Retained.
    case presence(BeaconID)
    /// Retained: a site service's status.
    case service(ServiceName)
    /// Retained: the service's will.
    case serviceLost(ServiceName)
    /// Private: the token question to one observer.
    case tokens(ObserverID, NodeID)
    /// Private.
    case enrol(NodeID)
    /// Private.
    case renew(NodeID)
    /// Private: the proof that a node uses a pair of certificates.
    case activate(NodeID)
    /// Private: from a machine that nobody has announced.
    case join(NodeID)
    /// Private: an operator's command to the authority; its answers may hold secrets.
    case authorityCommand(AuthorityCommand, Requester)
    /// Private: the question to an app's validator.
    case validate(AppID)
    /// Private: a scanner's question for decoding keys.
    case keys(NodeID)
    /// Private: an operator's command about decoding keys.
    case keyCommand(KeyCommand, Requester)
    /// Private: the only place an answer may go.
    case reply(Requester, ReplyPath)

    /// Greatest length, bytes.
    public static let maximumLength = 256

    /// Greatest number of slashes.
    public static let maximumSlashes = 8
}

extension Topic {
    /// Whether it lies below the private root.
    public var isPrivate: Bool {
        switch self {
        case .tokens, .enrol, .renew, .activate, .join, .authorityCommand, .validate, .keys, .keyCommand, .reply:
            true
        default: false
        }
    }

    /// The requester whose right the last level holds, of commands and look-ups.
    public var requester: Requester? {
        switch self {
        case .nodeCommand(_, _, let requester), .scannerCommand(_, _, let requester), .metadataLookup(let requester),
            .metadataCommand(_, let requester), .actionCommand(_, let requester), .authorityCommand(_, let requester),
            .keyCommand(_, let requester):
            requester
        case .renew(let node), .activate(let node): Requester(kind: .node, node)
        case .keys(let node): Requester(kind: .scanner, node)
        default: nil
        }
    }

    /// Who may ask on this topic; empty where the topic does not tell. A node asks under its own name, or under its
    /// bootstrap name as long as it has no certificate.
    public var requesters: [Requester] {
        switch self {
        case .enrol(let node), .tokens(_, let node):
            [Requester(kind: .node, node), Requester(kind: .bootstrap, node)]
        case .join: [.joining]
        default: requester.map { [$0] } ?? []
        }
    }

    /// Whether messages on it are retained.
    public var isRetained: Bool {
        switch self {
        case .nodeState, .nodeLost, .nodeDesired, .calibration, .scanner, .scannerLost, .beacons, .beaconPage,
            .acknowledged,
            .monitored, .inbox, .observer, .observerLost, .presence, .service, .serviceLost:
            true
        default: false
        }
    }

    /// Whether it carries commands or requests, which are refused when retained or outdated (D14).
    public var isRequest: Bool {
        switch self {
        case .nodeCommand, .scannerCommand, .metadataLookup, .metadataCommand, .actionCommand, .tokens, .enrol, .renew,
            .activate, .join, .authorityCommand, .validate, .keys, .keyCommand:
            true
        default: false
        }
    }
}
