public import Schema

extension DynamicSecurity {
    /// A client as the plugin knows it.
    public struct Client: Hashable, Sendable {
        /// The names of its roles.
        public var roles: Set<String>
        /// The epoch it was made with, kept in its display name.
        public var epoch: UInt64
        /// Whether it can do anything at all.
        public var isEnabled: Bool

        /// Each argument is the field of its name.
        public init(roles: Set<String>, epoch: UInt64, isEnabled: Bool = true) {
            self.roles = roles
            self.epoch = epoch
            self.isEnabled = isEnabled
        }
    }

    /// What the plugin holds, as far as it matters: clients and roles by name, and what is allowed without any.
    public struct Contents: Hashable, Sendable {
        /// By user name.
        public var clients: [String: Client] = [:]
        /// By name.
        public var roles: [String: Set<Entry>] = [:]
        /// What is allowed where no role says anything; by kind.
        public var defaults: [String: Bool] = [:]

        /// Holds nothing.
        public init() {}

        /// What a document asks for, the gate itself left out.
        public init(_ document: AccessDocument, in roots: Roots) {
            let gate = DynamicSecurity.gate(of: document.site)
            for identity in document.identities where identity.client != gate && identity.client.site == roots.site {
                let name = identity.client.description
                clients[name] = Client(roles: [name], epoch: identity.epoch ?? 0)
                roles[name] = Self.entries(for: identity, in: roots)
            }
            defaults = Self.closed
        }

        /// Everything denied; ending a subscription harms nobody.
        public static let closed = [
            "publishClientSend": false, "publishClientReceive": false, "subscribe": false, "unsubscribe": true,
        ]

        static func entries(for identity: AccessIdentity, in roots: Roots) -> Set<Entry> {
            Set(Rights.grants(for: identity, in: roots).flatMap(Entry.entries(of:)))
        }
    }
}
