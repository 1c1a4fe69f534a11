internal import Schema

/// An executable that runs services. Its `main` is one line: `await ServiceMain.run(Self.self)`.
public protocol ServiceProgram: Sendable {
    /// The executable's name, such as `beacon-scanner`.
    static var name: String { get }
    /// Its section of the configuration file, and the name of its data folder.
    static var section: String { get }
    /// One sentence that ends with a full stop, for the help.
    static var summary: String { get }
    /// Its own configuration keys; `CommonKeys.all` and `http.…` come by themselves.
    static var keys: [any ConfigurationKey] { get }
    /// Flags that are not configuration.
    static var options: [any CommandOption] { get }

    /// Refuses values that do not fit together, with a `ConfigurationError`. Also called by `--check-config`.
    static func check(_ context: ServiceContext) throws

    /// Makes the services to run, in the order they start. Errors end the process with the code for their kind.
    static func services(_ context: ServiceContext) throws -> [any Service]

    /// Does the work. The default runs `services` in a group until a signal; override it for modes such as a dry run.
    @concurrent
    static func run(_ context: ServiceContext) async throws -> ExitCode
}

extension ServiceProgram {
    public static var options: [any CommandOption] { [] }

    public static func check(_ context: ServiceContext) throws {}

    @concurrent
    public static func run(_ context: ServiceContext) async throws -> ExitCode {
        try await context.runGroup(services(context))
    }
}

extension ServiceContext {
    /// Runs services with endpoint, watchdog and signal handling until they end or SIGTERM or SIGINT comes.
    @concurrent
    public func runGroup(_ services: [any Service]) async throws -> ExitCode {
        var members: [(service: any Service, ending: ServiceGroup.Ending)] = []
        if notifier.watchdogInterval != nil {
            members.append((WatchdogService(notifier: notifier, health: health, logger: logger), .isIgnored))
        }
        if let endpoint {
            members.append(
                (HTTPEndpoint(address: endpoint, metrics: metrics, health: health, logger: logger), .isIgnored))
        }
        members += services.map { ($0, .stopsGroup) }
        let group = ServiceGroup(members, logger: logger)
        let signals = SignalWatcher { request in
            switch request {
            case .stop: group.stop()
            case .reload: logger.info("SIGHUP has no meaning yet; restart to read the configuration again")
            }
        }
        defer { signals.cancel() }
        notifier.ready(status: "running")
        logger.info("started", .text("version", ServiceMain.version), .site(site.description))
        try await group.run(stopping: { notifier.stopping() })
        logger.info("stopped")
        return .success
    }
}
