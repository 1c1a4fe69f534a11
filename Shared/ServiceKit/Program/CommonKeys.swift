public import Schema

/// Configuration keys that every service reads.
public enum CommonKeys {
    public static let site = Key(
        "site.id", .identifier, default: SiteID("home")!, flag: "site",
        "The site these services work for.")
    public static let dataFolder = Key(
        "site.dataFolder", .path, default: "/var/lib/beaconbus", flag: "data-dir",
        "Where services keep what must survive a restart, each in a folder of its own.")
    public static let publicRoot = Key(
        "site.publicRoot", .text(), default: "beaconbus",
        "What the topics that everybody may read begin with; the site follows. One or two levels.")
    public static let privateRoot = Key(
        "site.privateRoot", .text(), default: "beaconbus-private",
        "What the topics with questions, keys and replies begin with; the site follows. One or two levels.")

    public static let broker = Key(
        "broker.address", .address, default: NetworkAddress(host: "127.0.0.1", port: 1883), flag: "broker",
        "The MQTT broker.")
    public static let plainText = Key(
        "broker.plainText", .boolean, default: false,
        "Allow a connection without TLS to a broker on another machine; everybody on the way can then read and forge.")
    public static let authorityFile = Key(
        "broker.authorityFile", .optional(.path), default: nil,
        "The certificates (PEM) that the broker's certificate must lead to; turns TLS on.")
    public static let certificateFile = Key(
        "broker.certificateFile", .optional(.path), default: nil,
        "The own certificate chain (PEM); {service} stands for the name of the service that reads it.")
    public static let keyFile = Key(
        "broker.keyFile", .optional(.path), default: nil,
        "The key (PEM) of the own certificate; {service} as above.")
    public static let username = Key(
        "broker.username", .optional(.text()), default: nil, "The name to log in with.")
    public static let passwordFile = Key(
        "broker.passwordFile", .optional(.path), default: nil,
        "The file with the password, readable by its owner only.")
    public static let keepalive = Key(
        "broker.keepalive", .duration(.seconds(5)...(.seconds(600))), default: .seconds(40),
        "After how much silence the broker is asked whether it is still there.")

    public static let logLevel = Key(
        "log.level", .choice(), default: LogLevel.info, flag: "log-level", "The least important lines that are written."
    )
    public static let logFormat = Key(
        "log.format", .choice(), default: LogFormat.auto, flag: "log-format",
        "How log lines look; auto is text on a terminal and JSON otherwise.")

    /// The keys above.
    public static let all: [any ConfigurationKey] = [
        site, dataFolder, publicRoot, privateRoot, broker, plainText, authorityFile, certificateFile, keyFile,
        username, passwordFile, keepalive, logLevel, logFormat,
    ]

    /// For services that run once per node.
    public static let node = Key(
        required: "node.id", .identifier, example: NodeID("kitchen")!, flag: "node",
        "The name of this edge machine at its site.")
}

/// Where a service serves metrics and health; each service has its own, because several share a machine.
struct HTTPKeys {
    let listen: Key<NetworkAddress?>
    let anyAddress: Key<Bool>

    init(section: String) {
        listen = Key(
            "\(section).http.listen", .optional(.address), default: nil, flag: "http",
            "Where /metrics and /health are served, a numeric address and a port (0 = any free one).")
        anyAddress = Key(
            "\(section).http.anyAddress", .boolean, default: false,
            "Allow http.listen to be reached from other machines.")
    }
}
