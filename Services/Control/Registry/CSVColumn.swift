/// What a column of a registration file means.
enum CSVColumn: Equatable {
    /// A text that belongs into the record under this key: `beacon`, `uuid`, `namespace`, `instance`, `name`.
    case text(String)
    /// A whole number under this key: `major`, `minor`, `power`.
    case integer(String)
    /// JSON text under this key of the record: `metadata`, `timing`.
    case json(String)
    /// JSON text under this key of the metadata: the four actions.
    case action(String)
    /// A plain text under this key of the metadata: `metadata.<key>`.
    case metadata(String)
    /// A plain text that becomes one field of an action: `place_id` of `checkin_action`.
    case actionText(action: String, field: String)
    /// Ids separated by spaces or semicolons that become a list in an action: `add_asset_ids`.
    case actionList(action: String, field: String)

    /// Every column with a fixed name, in the order in which help lists them.
    static let known: [(name: String, column: CSVColumn)] = [
        ("beacon", .text("beacon")),
        ("uuid", .text("uuid")), ("major", .integer("major")), ("minor", .integer("minor")),
        ("namespace", .text("namespace")), ("instance", .text("instance")),
        ("name", .text("name")), ("power", .integer("power")), ("timing", .json("timing")),
        ("metadata", .json("metadata")),
        ("checkin_action", .action("checkin_action")),
        ("show_asset_action", .action("show_asset_action")),
        ("inbox_add_assets_action", .action("inbox_add_assets_action")),
        ("inbox_save_assets_action", .action("inbox_save_assets_action")),
        ("place_id", .actionText(action: "checkin_action", field: "place_id")),
        ("asset_id", .actionText(action: "show_asset_action", field: "asset_id")),
        ("add_asset_ids", .actionList(action: "inbox_add_assets_action", field: "asset_ids")),
        ("save_asset_ids", .actionList(action: "inbox_save_assets_action", field: "asset_ids")),
    ]

    /// The meaning of a header name, or nil when it has none.
    init?(header: String) {
        let prefix = "metadata."
        let lowered = header.lowercased()
        if let known = Self.known.first(where: { $0.name == lowered }) {
            self = known.column
        } else if lowered.hasPrefix(prefix), header.utf8.count > prefix.utf8.count {
            self = .metadata(String(header.dropFirst(prefix.count)))
        } else {
            return nil
        }
    }
}
