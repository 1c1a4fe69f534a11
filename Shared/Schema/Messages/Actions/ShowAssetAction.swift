/// `show_asset_action`: an asset is to be shown at once.
public struct ShowAssetAction: ActionShape {
    public let fields: [String: JSONValue]

    public init(checked fields: [String: JSONValue]) {
        self.fields = fields
    }

    /// The asset.
    public var assetID: String { text("asset_id") ?? "" }
    public var title: String? { text("title") }
    public var url: String? { text("url") }
    /// Where to show it.
    public var screen: String? { text("screen") }

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
