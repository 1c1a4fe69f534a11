internal import Schema

extension Rights {
    /// An observer: reads the public root, answers the token questions put to it.
    static func observer(_ client: ClientID, _ list: inout GrantList) {
        guard let observer = ObserverID(client.name) else { return }
        list.publish(.observer(observer), .observerLost(observer))
        list.publishPrivate("replies/+/tokens/\(observer)/#")
        list.subscribePublic()
        list.subscribe(TopicFilter.tokens(observer))
    }

    /// An operator: reads the public root, gives commands under the own name.
    static func person(_ client: ClientID, _ list: inout GrantList) {
        let requester = client.requester
        for command in NodeCommand.allCases { list.publishPublic("nodes/+/commands/\(command.rawValue)/\(requester)") }
        for command in MetadataCommand.allCases { list.publish(.metadataCommand(command, requester)) }
        list.publish(.metadataLookup(requester))
        for command in ActionCommand.allCases { list.publish(.actionCommand(command, requester)) }
        for command in AuthorityCommand.allCases { list.publish(.authorityCommand(command, requester)) }
        for command in KeyCommand.allCases { list.publish(.keyCommand(command, requester)) }
        list.subscribePublic()
    }
}
