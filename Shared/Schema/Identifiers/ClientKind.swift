/// What a bus client is; the first part of its certificate name, client id and requester name (design §5).
public enum ClientKind: String, Codable, Sendable, CaseIterable, Hashable {
    /// A node's lifecycle service.
    case node = "n"
    /// A node's scanner.
    case scanner = "s"
    /// A site service.
    case service = "svc"
    /// An observer.
    case observer = "obs"
    /// An operator.
    case `operator` = "op"
    /// A node that has nothing but its bootstrap credential.
    case bootstrap = "boot"
}
