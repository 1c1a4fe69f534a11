/// `inbox_add_assets_action` and `inbox_save_assets_action`: assets are put into an inbox, or kept there.
public struct InboxAction: ActionShape {
    /// Everything it has, unknown fields included.
    public let fields: [String: JSONValue]

    /// Takes fields that were checked against the schema.
    public init(checked fields: [String: JSONValue]) {
        self.fields = fields
    }

    /// The assets, at least one.
    public var assetIDs: [String] { texts("asset_ids") }
    /// Which inbox; the site's default one if absent.
    public var inbox: InboxID? { text("inbox").flatMap { InboxID($0) } }
    /// When entries go, of those that are added; save has no use for it.
    public var expires: WallTime? { text("expires_at").flatMap { WallTime($0) } }

    /// Greatest number of assets in one action.
    public static let maximumAssets = 100

    /// What it acts on unless it says otherwise.
    public static let defaultScope = EffectScope.site

    public static let schema = ObjectSchema(
        "InboxAction", "The inbox_add_assets_action or inbox_save_assets_action of a beacon's metadata.", isOpen: true,
        [
            Field("asset_ids", .array(.string(1...256), 1...maximumAssets), "The assets."),
            Field("inbox", .text(InboxID.self), .optional, "Which inbox; the site's default one if absent."),
            Field("expires_at", .time, .optional, "When added entries go; of no effect on saving."),
        ] + commonFields)

    static let sample = InboxAction(checked: [
        "asset_ids": ["menu", "map"], "inbox": "front-desk", "expires_at": "2026-12-24T18:00:00Z", "max_age_s": 3600,
        "scope": "node",
    ])
}
