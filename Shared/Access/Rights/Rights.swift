public import Schema

/// What each identity may do on the bus (design §3): literal topics wherever the writer's name stands in them, so that
/// the last level, the reply topic and the will belong to the writer.
public enum Rights {
    /// All of an identity's rights, in a fixed order; none for an identity of another site.
    public static func grants(for identity: AccessIdentity, in roots: Roots) -> [Grant] {
        let client = identity.client
        guard client.site == roots.site else { return [] }
        var list = GrantList(roots: roots)
        switch client.kind {
        case .node: node(client, &list)
        case .scanner: scanner(client, &list)
        case .bootstrap: bootstrap(client, &list)
        case .service: service(client, &list)
        case .observer: observer(client, &list)
        case .operator: person(client, &list)
        }
        for app in identity.validates ?? [] where mayValidate(client) { validator(app, &list) }
        // The bus client's own: answers to it, and the message to itself that ends the reading of its state.
        list.subscribe(TopicFilter.replies(to: client.requester))
        list.publishPrivate("replies/\(client.requester)/self/+")
        return list.grants
    }

    /// Nodes, their bootstrap and the gate judge no tokens, whatever a document says.
    private static func mayValidate(_ client: ClientID) -> Bool {
        switch client.kind {
        case .observer, .operator: true
        case .service: client.name != "gate"
        case .node, .scanner, .bootstrap: false
        }
    }

    private static func validator(_ app: AppID, _ list: inout GrantList) {
        list.subscribe(TopicFilter.validate(app))
        list.publishPrivate("replies/+/validate/\(app)/#")
    }
}
