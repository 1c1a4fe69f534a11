/// A set of nodes with one broker view: the level below the roots. At most 24 bytes.
public typealias SiteID = Identifier<SiteKind>
/// An edge machine with a Bluetooth radio.
public typealias NodeID = Identifier<NodeKind>
/// A client that registered for a node's life-cycle questions.
public typealias ObserverID = Identifier<ObserverKind>
/// A place where assets are put for somebody.
public typealias InboxID = Identifier<InboxKind>
/// An application whose validator judges access tokens.
public typealias AppID = Identifier<AppKind>
/// The user a node runs for; part of the token question (H27).
public typealias UserID = Identifier<UserKind>
/// A site service: `metadata`, `dispatch`, `presence`, …
public typealias ServiceName = Identifier<ServiceKind>
/// An operator: a person, or a program acting for one.
public typealias OperatorID = Identifier<OperatorKind>
/// The name given to an identity key, in `irk-<name>` and `eddystone-eid-name-<name>`.
public typealias BeaconName = Identifier<BeaconNameKind>
/// A metadata registry; made at random with its database.
public typealias RegistryID = Identifier<RegistryKind>

/// The kind of identifier that names a site.
public enum SiteKind: IdentifierKind {
    public static let title = "site"
    public static let maximumLength = 24
}

/// The kind of identifier that names a node.
public enum NodeKind: IdentifierKind {
    public static let title = "node"
}

/// The kind of identifier that names an observer.
public enum ObserverKind: IdentifierKind {
    public static let title = "observer"
}

/// The kind of identifier that names an inbox.
public enum InboxKind: IdentifierKind {
    public static let title = "inbox"
}

/// The kind of identifier that names an app.
public enum AppKind: IdentifierKind {
    public static let title = "app"
}

/// The kind of identifier that names a user.
public enum UserKind: IdentifierKind {
    public static let title = "user"
}

/// The kind of identifier that names a site service.
public enum ServiceKind: IdentifierKind {
    public static let title = "service"
}

/// The kind of identifier that names an operator.
public enum OperatorKind: IdentifierKind {
    public static let title = "operator"
}

/// The kind of identifier that names an identity key.
public enum BeaconNameKind: IdentifierKind {
    public static let title = "beacon name"
}

/// The kind of identifier that names a registry.
public enum RegistryKind: IdentifierKind {
    public static let title = "registry"
}
