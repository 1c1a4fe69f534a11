internal import Schema

extension Rights {
    /// The broker's own interface for changing rights.
    static let control = "$CONTROL/dynamic-security/#"

    /// A site service, by its name.
    static func service(_ client: ClientID, _ list: inout GrantList) {
        guard let name = ServiceName(client.name) else { return }
        list.publish(.service(name), .serviceLost(name))
        if client.name == "gate" { return gate(name, &list) }
        list.subscribePublic()
        switch client.name {
        case "metadata":
            list.publish(.monitored, .metadataChanged)
            list.publishAll(TopicFilter.nodeDesired(), .calibration())
            list.subscribe(TopicFilter.keys, .keyCommands)
            list.publishReplies()
        case "dispatch":
            for kind in ActionKind.allCases { list.publish(.action(kind)) }
            list.publish(.outcomes, .metadataLookup(client.requester))
            list.publishAll(TopicFilter.inboxes(), TopicFilter.acknowledged())
            list.publishReplies()
        case "bridge": bridge(&list)
        case "presence":
            list.publishAll(TopicFilter.presence())
            list.publishReplies()
        case "authority":
            authority(&list)
        default: break
        }
    }

    /// It speaks for the rooms of other fleets as for nodes, whose names nobody knows beforehand. It never takes the
    /// name of a node that speaks for itself, answers what is asked of rooms, and has no secrets to give or to ask for.
    private static func bridge(_ list: inout GrantList) {
        list.publishAll(
            TopicFilter.nodeState(), .scanner(), .beacons(), .beaconPages(), .unacknowledged(), .readings(), .raw())
        for event in NodeEventName.allCases { list.publishAll(TopicFilter.nodeEvents(nil, event)) }
        for event in BeaconEvent.allCases { list.publishAll(TopicFilter.beaconEvents(nil, event)) }
        list.publishReplies()
    }

    /// It clears what a forgotten node leaves behind, hence the nodes' retained topics.
    private static func authority(_ list: inout GrantList) {
        list.publishAll(
            TopicFilter.nodeState(), .nodeLost(), .nodeDesired(), .calibration(), .scanner(), .scannerLost(),
            .beacons(), .beaconPages(), .acknowledged())
        list.publishAll(TopicFilter.validate())
        list.publishReplies()
        list.subscribe(TopicFilter.enrol, .renew, .activate, .join, .authorityCommands)
    }

    /// The gate changes rights and reads nothing of the site but itself.
    private static func gate(_ name: ServiceName, _ list: inout GrantList) {
        list.add(Grant(.publish, control))
        list.add(Grant(.subscribe, control))
        list.subscribe(TopicFilter.services(name), TopicFilter.serviceLost(name))
    }
}
