public import Schema

/// The broker's dynamic-security plugin (mosquitto 2): what it holds, its file, and the commands that change it.
///
/// One client and one role of the same name for each identity. Both belong to a site by that name; what is called
/// otherwise, or belongs to another site, is nobody's business here.
public enum DynamicSecurity {
    /// Where commands are published.
    public static let commandTopic = "$CONTROL/dynamic-security/v1"
    /// Where the plugin answers, to everybody who has the right to read it.
    public static let responseTopic = "$CONTROL/dynamic-security/v1/response"

    /// The gate's own identity, which it never changes: it would lock itself out.
    public static func gate(of site: SiteID) -> ClientID {
        guard let client = ClientID(kind: .service, site: site, name: "gate") else {
            preconditionFailure("gate is a name")
        }
        return client
    }

    /// Whether the gate of a site answers for a client or role of this name.
    static func isOurs(_ name: String, site: SiteID) -> Bool {
        guard let client = ClientID(name) else { return false }
        return client.site == site && client != gate(of: site)
    }
}
