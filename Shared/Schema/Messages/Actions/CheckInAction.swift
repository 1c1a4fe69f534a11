/// `checkin_action`: somebody carrying the beacon has arrived at a place.
public struct CheckInAction: ActionShape {
    /// Everything it has, unknown fields included.
    public let fields: [String: JSONValue]

    /// Takes fields that were checked against the schema.
    public init(checked fields: [String: JSONValue]) {
        self.fields = fields
    }

    /// The place.
    public var placeID: String { text("place_id") ?? "" }
    /// Free text.
    public var note: String? { text("note") }
    /// The least time between two check-ins, over all nodes, s.
    public var cooldown: Int64? { integer("cooldown_s") }

    /// What it acts on unless it says otherwise.
    public static let defaultScope = EffectScope.site

    public static let schema = ObjectSchema(
        "CheckInAction", "The checkin_action of a beacon's metadata.", isOpen: true,
        [
            Field("place_id", .string(1...256), "The place."),
            Field("note", .string(maximumLength: 4_096), .optional, "Free text."),
            Field(
                "cooldown_s", .integer(0...31_536_000), .optional,
                "The least time between two check-ins, over all nodes, s."),
        ] + commonFields)

    static let sample = CheckInAction(checked: [
        "place_id": "lobby", "note": "Main door", "cooldown_s": 600, "scope": "site", "max_age_s": 86_400,
        "colour": "green",
    ])
}
