/// `show_asset_action`: an asset is to be shown at once.
public struct ShowAssetAction: ActionShape {
    /// Everything it has, unknown fields included.
    public let fields: [String: JSONValue]

    /// Takes fields that were checked against the schema.
    public init(checked fields: [String: JSONValue]) {
        self.fields = fields
    }

    /// The asset.
    public var assetID: String { text("asset_id") ?? "" }
    /// What to write above it.
    public var title: String? { text("title") }
    /// Where it is found.
    public var url: String? { text("url") }
    /// Where to show it.
    public var screen: String? { text("screen") }

    /// What it acts on unless it says otherwise.
    public static let defaultScope = EffectScope.node

    public static let schema = ObjectSchema(
        "ShowAssetAction", "The show_asset_action of a beacon's metadata.", isOpen: true,
        [
            Field("asset_id", .string(1...256), "The asset."),
            Field("title", .string(maximumLength: 1_024), .optional, "What to write above it."),
            Field("url", .string(maximumLength: 2_048), .optional, "Where it is found."),
            Field("screen", .string(maximumLength: 256), .optional, "Where to show it."),
        ] + commonFields)

    static let sample = ShowAssetAction(checked: [
        "asset_id": "menu", "title": "Menü", "url": "https://example.com/menu", "screen": "door", "scope": "site",
        "max_age_s": 10,
    ])
}
