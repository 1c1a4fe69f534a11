/// One beacon over all nodes, retained.
public struct Presence: Message, Equatable {
    /// Which.
    public var beacon: BeaconID
    /// Whether it is there.
    public var state: PresenceState
    /// The node that hears it best.
    public var node: NodeID?
    /// The room of that node.
    public var room: String?
    /// To that node, m.
    public var distance: Double?
    /// The name it is registered under, or gives itself.
    public var name: String?
    /// Since when it has been in this state.
    public var since: WallTime

    /// Each argument is the field of its name.
    public init(
        beacon: BeaconID, state: PresenceState, node: NodeID? = nil, room: String? = nil, distance: Double? = nil,
        name: String? = nil, since: WallTime
    ) {
        self.beacon = beacon
        self.state = state
        self.node = node
        self.room = room
        self.distance = distance
        self.name = name
        self.since = since
    }

    public static let schema = ObjectSchema(
        "Presence", "One beacon over all nodes, retained.",
        [
            Field("beacon", .text(BeaconID.self), "Which."),
            Field("state", .words(PresenceState.self), "Whether it is there."),
            Field("node", .text(NodeID.self), .optional, "The node that hears it best."),
            Field("room", .string(maximumLength: 256), .optional, "The room of that node."),
            Field("distance", .number(0...1_000), .optional, "To that node, m."),
            Field("name", .string(maximumLength: 256), .optional, "The name it is registered under, or gives itself."),
            Field("since", .time, "Since when it has been in this state."),
        ])

    public static var samples: [Presence] {
        [
            Presence(
                beacon: .sample, state: .present, node: .sample, room: "Küche", distance: 1.75, name: "Keys 🔑",
                since: .sample),
            Presence(beacon: .sample, state: .away, since: .sample),
        ]
    }
}
