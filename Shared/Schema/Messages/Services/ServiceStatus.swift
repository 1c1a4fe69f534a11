/// What a site service is, retained.
public struct ServiceStatus: Message, Equatable {
    /// Which.
    public var service: ServiceName
    /// The version of the program.
    public var version: String
    /// Which instance: host and process.
    public var instance: String
    /// Which CONNECT of the session; see Lost.
    public var connection: UInt64
    /// False once it has gone in an orderly way.
    public var online: Bool
    /// Whether it does its work.
    public var ready: Bool
    /// What it has done and dropped, and what is open.
    public var counters: [String: Int64]
    /// Why it is not ready.
    public var error: BeaconBusError?

    /// Each argument is the field of its name.
    public init(
        service: ServiceName, version: String, instance: String, connection: UInt64, online: Bool, ready: Bool,
        counters: [String: Int64], error: BeaconBusError? = nil
    ) {
        self.service = service
        self.version = version
        self.instance = instance
        self.connection = connection
        self.online = online
        self.ready = ready
        self.counters = counters
        self.error = error
    }

    public static let schema = ObjectSchema(
        "ServiceStatus", "What a site service is, retained.",
        [
            Field("service", .text(ServiceName.self), "Which."),
            Field("version", .string(maximumLength: 64), "The version of the program."),
            Field("instance", .string(maximumLength: 128), "Which instance: host and process."),
            Field("connection", .ordinal, "Which CONNECT of the session; see Lost."),
            Field("online", .boolean, "False once it has gone in an orderly way."),
            Field("ready", .boolean, "Whether it does its work."),
            Field("counters", .counters, "What it has done and dropped, and what is open."),
            Field("error", .object(BeaconBusError.self), .optional, "Why it is not ready."),
        ])

    public static var samples: [ServiceStatus] {
        [
            ServiceStatus(
                service: .sample, version: "1.0.0", instance: "edge-1/4711", connection: 1, online: true, ready: true,
                counters: ["lookups": 12, "open": 0], error: .sample)
        ]
    }
}
