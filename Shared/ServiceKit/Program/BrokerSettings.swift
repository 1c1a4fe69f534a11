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

    /// Takes the values of `CommonKeys`, and refuses what does not fit together or is unsafe (R17).
    public init(_ configuration: Configuration) throws(ConfigurationError) {
        address = configuration[CommonKeys.broker]
        authorityFile = configuration[CommonKeys.authorityFile]
        certificateFile = configuration[CommonKeys.certificateFile]
        keyFile = configuration[CommonKeys.keyFile]
        username = configuration[CommonKeys.username]
        keepalive = configuration[CommonKeys.keepalive]
        var problems: [String] = []
        if authorityFile == nil, !address.isLoopback, !configuration[CommonKeys.plainText] {
            problems.append(
                "broker.address is \(address), which is another machine, and there is no TLS. "
                    + "Set broker.authorityFile, or broker.plainText: true if everybody on the way may read and forge.")
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
}
