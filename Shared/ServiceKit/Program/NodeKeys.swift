/// Configuration keys of an edge machine's programs beside its name; all of them read all of the section.
public enum NodeKeys {
    /// The port of a site's bootstrap listener unless another is configured.
    public static let bootstrapPort: UInt16 = 8885

    public static let identity = Key(
        "node.identity", .optional(.path), default: nil,
        "The folder in which the node keeps the keys and certificates it enrols for; null = those of the section broker, "
            + "which somebody else renews, or none.")
    public static let bootstrapBroker = Key(
        "node.bootstrapBroker", .optional(.address), default: nil,
        "Where a node connects that has no valid certificate yet, always with TLS; null = the host of broker.address, "
            + "port \(bootstrapPort).")

    /// The keys above.
    public static let all: [any ConfigurationKey] = [identity, bootstrapBroker]
}
