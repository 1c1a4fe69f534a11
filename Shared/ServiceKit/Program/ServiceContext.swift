public import Schema

/// What a service is built from: its checked configuration, and the means of reporting.
public struct ServiceContext: Sendable {
    /// The command line, for flags that are not configuration.
    public let invocation: Invocation
    public let configuration: Configuration
    public let site: SiteID
    public let roots: Roots
    public let broker: BrokerSettings
    /// The service's own folder: the site's data folder and the service's section. Not made yet.
    public let dataFolder: String
    public let logger: Logger
    public let metrics: Metrics
    /// Conditions that `/health` shows and the watchdog heeds.
    public let health: Health
    /// For a status line in `systemctl status`.
    public let notifier: SystemdNotifier
    let endpoint: NetworkAddress?

    /// - Parameter sink: where the log goes; nil = standard error as configured.
    init(
        invocation: Invocation, configuration: Configuration, section: String, environment: [String: String],
        sink: LogSink? = nil
    ) throws(ConfigurationError) {
        self.invocation = invocation
        self.configuration = configuration
        let settings = try SiteSettings(configuration)
        site = settings.site
        roots = settings.roots
        broker = try BrokerSettings(configuration, service: section)
        dataFolder = configuration[CommonKeys.dataFolder] + "/" + section
        logger = Logger(
            section, level: configuration[CommonKeys.logLevel],
            sink: sink ?? LogSink(format: configuration[CommonKeys.logFormat]))
        metrics = Metrics()
        health = Health()
        notifier = SystemdNotifier(environment: environment)
        let http = HTTPKeys(section: section)
        endpoint = configuration[http.listen]
        if let endpoint, !endpoint.isLoopback, !configuration[http.anyAddress] {
            throw ConfigurationError(problems: [
                "\(section).http.listen is \(endpoint), which other machines can reach. "
                    + "Use 127.0.0.1, or set \(section).http.anyAddress: true if that is wanted."
            ])
        }
    }
}
