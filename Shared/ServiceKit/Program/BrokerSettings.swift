/// How to reach the broker, checked.
public struct BrokerSettings: Sendable {
    public let address: NetworkAddress
    /// Certificates (PEM) to trust; nil = no TLS.
    public let authorityFile: String?
    public let certificateFile: String?
    public let keyFile: String?
    public let username: String?
    /// A file whose content is the password; read at each connection.
    public let passwordFile: String?
    /// Whether a connection without TLS to another machine is allowed (R17).
    public let allowsPlainText: Bool
    public let keepalive: Duration
    /// The folder in which the node's life cycle keeps its certificates; nil = there is none, or none is needed here.
    public let identityFolder: String?
    /// Where a node without valid certificates connects, always with TLS.
    public let bootstrapAddress: NetworkAddress

    /// Takes the values of `CommonKeys`, and refuses what does not fit together or is unsafe (R17).
    /// - Parameter service: what stands for `{service}` in the paths of certificate and key, so that one file serves all
    ///   services of a site; nil for programs that are none.
    public init(_ configuration: Configuration, service: String? = nil) throws(ConfigurationError) {
        address = configuration[CommonKeys.broker]
        authorityFile = configuration[CommonKeys.authorityFile]
        certificateFile = Self.path(configuration[CommonKeys.certificateFile], service)
        keyFile = Self.path(configuration[CommonKeys.keyFile], service)
        username = configuration[CommonKeys.username]
        keepalive = configuration[CommonKeys.keepalive]
        identityFolder = configuration.has(NodeKeys.identity) ? configuration[NodeKeys.identity] : nil
        let bootstrap = configuration.has(NodeKeys.bootstrapBroker) ? configuration[NodeKeys.bootstrapBroker] : nil
        bootstrapAddress = bootstrap ?? NetworkAddress(host: address.host, port: NodeKeys.bootstrapPort)
        var problems: [String] = []
        if bootstrap != nil, identityFolder == nil {
            problems.append("node.bootstrapBroker needs node.identity: a node enrols there for its certificates.")
        }
        if service == nil, [certificateFile, keyFile].contains(where: { $0?.contains(Self.mark) ?? false }) {
            problems.append(
                "broker.certificateFile and broker.keyFile are those of the site's services, with \(Self.mark) for their "
                    + "names. Use a configuration with a certificate of your own, such as op_NAME.yaml, which "
                    + "\"beaconctl site init\" made.")
        }
        if authorityFile == nil, identityFolder == nil, !address.isLoopback, !configuration[CommonKeys.plainText] {
            problems.append(
                "broker.address is \(address), which is another machine, and there is no TLS. "
                    + "Set \(configuration.has(NodeKeys.identity) ? "node.identity or " : "")broker.authorityFile, or broker.plainText: true if everybody on the way may read and forge."
            )
        }
        if (certificateFile == nil) != (keyFile == nil) {
            problems.append(
                "broker.certificateFile and broker.keyFile belong together; "
                    + "\(certificateFile == nil ? "certificateFile" : "keyFile") is not set.")
        }
        if certificateFile != nil, authorityFile == nil {
            problems.append("broker.certificateFile needs TLS; set broker.authorityFile too.")
        }
        passwordFile = configuration[CommonKeys.passwordFile]
        allowsPlainText = configuration[CommonKeys.plainText]
        if let file = passwordFile {
            do throws(Secret.Problem) {
                _ = try Secret(file: file)
            } catch {
                problems.append("broker.passwordFile: \(error.description)")
            }
            if username == nil { problems.append("broker.passwordFile needs broker.username.") }
        }
        if !problems.isEmpty { throw ConfigurationError(problems: problems) }
    }

    private static let mark = "{service}"

    private static func path(_ text: String?, _ service: String?) -> String? {
        guard let text, let service else { return text }
        return text.split(separator: mark, omittingEmptySubsequences: false).joined(separator: service)
    }
}
