internal import Schema

extension Rights {
    /// A node's lifecycle service.
    static func node(_ client: ClientID, _ list: inout GrantList) {
        guard let node = NodeID(client.name) else { return }
        lifeCycle(node, &list)
        for command in ScannerCommand.allCases { list.publish(.scannerCommand(node, command, client.requester)) }
        list.publish(.enrol(node), .renew(node), .activate(node))
        list.subscribe(TopicFilter.monitored)
    }

    /// A node that has nothing but its bootstrap credential: the same life cycle, but it enrols only, and tells its
    /// scanner nothing. Or the one identity of all machines nobody has announced, which may only ask to become a node.
    static func bootstrap(_ client: ClientID, _ list: inout GrantList) {
        guard client.requester != .joining else { return list.publishAll(TopicFilter.join) }
        guard let node = NodeID(client.name) else { return }
        lifeCycle(node, &list)
        list.publish(.enrol(node))
    }

    /// State, will, events, token questions, the answers to commands; reads its node, observers and services.
    private static func lifeCycle(_ node: NodeID, _ list: inout GrantList) {
        list.publish(.nodeState(node), .nodeLost(node))
        for event in NodeEventName.allCases { list.publish(.nodeEvent(node, event)) }
        list.publishPrivate("tokens/+/\(node)")
        list.publishReplies()
        list.subscribePublic("nodes/\(node)/#")
        list.subscribePublic("observers/#")
        list.subscribePublic("services/#")
    }

    /// A node's scanner. It answers its own lifecycle only.
    static func scanner(_ client: ClientID, _ list: inout GrantList) {
        guard let node = NodeID(client.name) else { return }
        list.publish(.scanner(node), .scannerLost(node), .beacons(node))
        // One line instead of 64: these would double the plugin's file, which it writes anew at each command (11 MB to 21 MB
        // for 1,000 nodes), and bound nothing as long as the ids of replies are free.
        list.publishAll(TopicFilter.beaconPages(node))
        for event in BeaconEvent.allCases { list.publish(.beaconEvent(node, event)) }
        list.publish(.unacknowledged(node), .readings(node), .raw(node), .keys(node))
        list.publishAll(TopicFilter.replies(to: Requester(kind: .node, node)))
        list.subscribePublic("nodes/\(node)/#")
        list.subscribePublic("services/#")
        list.subscribe(TopicFilter.monitored)
    }
}
