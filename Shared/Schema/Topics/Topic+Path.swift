extension Topic {
    /// The topic as it is on the bus of a site.
    public func path(in roots: Roots) -> String {
        "\(isPrivate ? roots.private : roots.public)/\(levels)"
    }

    /// What follows the root.
    var levels: String {
        switch self {
        case .nodeState(let node): "nodes/\(node)/state"
        case .nodeLost(let node): "nodes/\(node)/lost"
        case .nodeEvent(let node, let event): "nodes/\(node)/events/\(event.level)"
        case .nodeCommand(let node, let command, let requester):
            "nodes/\(node)/commands/\(command.rawValue)/\(requester)"
        case .nodeDesired(let node): "nodes/\(node)/desired"
        case .calibration(let node): "nodes/\(node)/calibration"
        case .scanner(let node): "nodes/\(node)/scanner"
        case .scannerLost(let node): "nodes/\(node)/scanner/lost"
        case .scannerCommand(let node, let command, let requester):
            "nodes/\(node)/scanner/commands/\(command.rawValue)/\(requester)"
        case .beacons(let node): "nodes/\(node)/beacons"
        case .beaconPage(let node, let page): "nodes/\(node)/beacons/pages/\(page)"
        case .beaconEvent(let node, let event): "nodes/\(node)/beacons/\(event.rawValue)"
        case .unacknowledged(let node): "nodes/\(node)/beacons/unacknowledged"
        case .acknowledged(let node): "nodes/\(node)/beacons/acknowledged"
        case .readings(let node): "nodes/\(node)/beacons/readings"
        case .raw(let node): "nodes/\(node)/beacons/raw"
        case .monitored: "monitored"
        case .metadataLookup(let requester): "metadata/lookup/\(requester)"
        case .metadataCommand(let command, let requester): "metadata/commands/\(command.rawValue)/\(requester)"
        case .metadataChanged: "metadata/changed"
        case .action(let kind): "actions/\(kind.level)"
        case .actionCommand(let command, let requester): "actions/commands/\(command.rawValue)/\(requester)"
        case .outcomes: "actions/outcomes"
        case .inbox(let inbox): "inboxes/\(inbox)"
        case .observer(let observer): "observers/\(observer)"
        case .observerLost(let observer): "observers/\(observer)/lost"
        case .presence(let beacon): "presence/\(beacon)"
        case .service(let service): "services/\(service)"
        case .serviceLost(let service): "services/\(service)/lost"
        case .tokens(let observer, let node): "tokens/\(observer)/\(node)"
        case .enrol(let node): "enrol/\(node)"
        case .renew(let node): "renew/\(node)"
        case .activate(let node): "activate/\(node)"
        case .join(let node): "join/\(node)"
        case .authorityCommand(let command, let requester): "authority/commands/\(command.rawValue)/\(requester)"
        case .validate(let app): "apps/\(app)/validate"
        case .keys(let node): "keys/\(node)"
        case .keyCommand(let command, let requester): "keys/commands/\(command.rawValue)/\(requester)"
        case .reply(let client, let path): "replies/\(client)/\(path)"
        }
    }
}
