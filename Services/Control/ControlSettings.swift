import Schema
import ServiceKit

/// What every command needs to know: the site and how to reach its broker, from file, environment and flags.
struct ControlSettings: Sendable {
    static let config = Option("config", "FILE", .path, "The configuration file (YAML).")
    static let table = ConfigurationTable(CommonKeys.all)
    /// Options that stand before or after any command.
    static let options: [any CommandOption] = [config] + table.keys.compactMap { KeyOption($0) }

    let site: SiteID
    let roots: Roots
    let broker: BrokerSettings
    let configuration: Configuration
    /// The site's data folder.
    let dataFolder: String
    let logger: Logger

    /// Reads everything; throws a `ConfigurationError` that names all mistakes.
    init(_ invocation: Invocation) throws {
        let environment = ProcessEnvironment.variables
        let configuration = try Configuration.load(
            Self.table, path: invocation[Self.config] ?? environment["BEACONBUS_CONFIG"], environment: environment,
            flags: invocation.options)
        let site = try SiteSettings(configuration)
        self.site = site.site
        roots = site.roots
        broker = try BrokerSettings(configuration)
        dataFolder = configuration[CommonKeys.dataFolder]
        self.configuration = configuration
        logger = Logger(
            "beaconctl", level: configuration[CommonKeys.logLevel],
            sink: LogSink(format: configuration[CommonKeys.logFormat]))
    }
}
