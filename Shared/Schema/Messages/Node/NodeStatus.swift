/// What a node is, retained; from its lifecycle.
public struct NodeStatus: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// Which CONNECT of the session; see Lost.
    public var connection: UInt64
    /// False once it has gone in an orderly way.
    public var online: Bool
    /// What it is doing.
    public var state: NodeState
    /// What it was doing before.
    public var previous: NodeState
    /// Whether the last request was to run.
    public var requested: Bool
    /// Number of the newest attempt to start, rising; 0 before the first.
    public var attempt: UInt64
    /// The run under way, from starting to stopping.
    public var run: RunID?
    /// The run whose started event has been acknowledged by the broker.
    public var announced: RunID?
    /// Whether ready is to come when the cause of the failed start goes.
    public var readyArmed: Bool
    /// Its certificate.
    public var certificate: CertificateReport
    /// Who decides that it starts.
    public var policy: RunPolicy
    /// What became of the desired configuration.
    public var configuration: ConfigurationReport?
    /// Whether its clock follows a time server.
    public var clockSynchronised: Bool
    /// Why it is idle, unless a stop was requested and nothing broke.
    public var error: BeaconBusError?
    /// The version of the program.
    public var version: String?
    /// The service that speaks for the node, whose loss is the node's; absent where the node speaks for itself.
    public var via: ServiceName?

    /// Each argument is the field of its name.
    public init(
        node: NodeID, connection: UInt64, online: Bool, state: NodeState, previous: NodeState, requested: Bool,
        attempt: UInt64, run: RunID? = nil, announced: RunID? = nil, readyArmed: Bool,
        certificate: CertificateReport, policy: RunPolicy, configuration: ConfigurationReport? = nil,
        clockSynchronised: Bool, error: BeaconBusError? = nil, version: String? = nil,
        via: ServiceName? = nil
    ) {
        self.node = node
        self.connection = connection
        self.online = online
        self.state = state
        self.previous = previous
        self.requested = requested
        self.attempt = attempt
        self.run = run
        self.announced = announced
        self.readyArmed = readyArmed
        self.certificate = certificate
        self.policy = policy
        self.configuration = configuration
        self.clockSynchronised = clockSynchronised
        self.error = error
        self.version = version
        self.via = via
    }

    public static let schema = ObjectSchema(
        "NodeStatus", "What a node is, retained; from its lifecycle.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field("connection", .ordinal, "Which CONNECT of the session; see Lost."),
            Field("online", .boolean, "False once it has gone in an orderly way."),
            Field("state", .words(NodeState.self), "What it is doing."),
            Field("previous", .words(NodeState.self), "What it was doing before."),
            Field("requested", .boolean, "Whether the last request was to run."),
            Field("attempt", .count, "Number of the newest attempt to start, rising; 0 before the first."),
            Field("run", .text(RunID.self), .optional, "The run under way, from starting to stopping."),
            Field(
                "announced", .text(RunID.self), .optional,
                "The run whose started event has been acknowledged by the broker."),
            Field("readyArmed", .boolean, "Whether ready is to come when the cause of the failed start goes."),
            Field("certificate", .object(CertificateReport.self), "Its certificate."),
            Field("policy", .words(RunPolicy.self), "Who decides that it starts."),
            Field(
                "configuration", .object(ConfigurationReport.self), .optional,
                "What became of the desired configuration."),
            Field("clockSynchronised", .boolean, "Whether its clock follows a time server."),
            Field(
                "error", .object(BeaconBusError.self), .optional,
                "Why it is idle, unless a stop was requested and nothing broke."),
            Field("version", .string(maximumLength: 64), .optional, "The version of the program."),
            Field(
                "via", .text(ServiceName.self), .optional,
                "The service that speaks for the node, whose loss is the node's."),
        ])

    public static var samples: [NodeStatus] {
        [
            NodeStatus(
                node: .sample, connection: 1, online: true, state: .running, previous: .starting, requested: true,
                attempt: 4, run: .sample,
                announced: .sample, readyArmed: false,
                certificate: CertificateReport(status: .valid, notAfter: .sample, set: .sample), policy: .automatic,
                configuration: ConfigurationReport(revision: 12, result: .rolledBack, error: .sample),
                clockSynchronised: true,
                error: nil, version: "1.0.0", via: ServiceName("bridge")),
            NodeStatus(
                node: .sample, connection: 2, online: true, state: .idle, previous: .starting, requested: true,
                attempt: 5, readyArmed: true,
                certificate: CertificateReport(status: .none), policy: .manual, clockSynchronised: false, error: .sample
            ),
        ]
    }
}
