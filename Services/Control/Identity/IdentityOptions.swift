import Schema
import ServiceKit

/// Options and arguments that several of these commands have.
enum IdentityOptions {
    static let node = Argument("NODE", .identifier as ValueType<NodeID>, "The node.")
    static let app = Argument("APP", .identifier as ValueType<AppID>, "The app.")
    static let client = Argument(
        "CLIENT", .identifier as ValueType<ClientID>, "Whose, e.g. op.home.anna, obs.home.desk or svc.home.presence.")
    static let json = Flag("json", "Print the answer as JSON.")
    static let user = Option("user", "USER", .identifier as ValueType<UserID>, "Only for this user.")
    static let onlyApp = Option("app", "APP", .identifier as ValueType<AppID>, "Only with a token of this app.")
    static let onlyNode = Option("node", "NODE", .identifier as ValueType<NodeID>, "Only for this node.")
    static let validity = Option(
        "valid", "TIME", .duration(.seconds(1)...(.seconds(10 * 365 * 86_400))), "How long it is good, e.g. 24h, 90d.")
    static let reason = Option("reason", "TEXT", .text(limit: 256), "Why, for the audit log.")
}
