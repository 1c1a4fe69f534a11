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

public enum SiteKind: IdentifierKind {
    public static let title = "site"
    public static let maximumLength = 24
}

public enum NodeKind: IdentifierKind {
    public static let title = "node"
}

public enum ObserverKind: IdentifierKind {
    public static let title = "observer"
}

public enum InboxKind: IdentifierKind {
    public static let title = "inbox"
}

public enum AppKind: IdentifierKind {
    public static let title = "app"
}

public enum UserKind: IdentifierKind {
    public static let title = "user"
}

public enum ServiceKind: IdentifierKind {
    public static let title = "service"
}

public enum OperatorKind: IdentifierKind {
    public static let title = "operator"
}

public enum BeaconNameKind: IdentifierKind {
    public static let title = "beacon name"
}

public enum RegistryKind: IdentifierKind {
    public static let title = "registry"
}
