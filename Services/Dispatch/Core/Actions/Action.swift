import Schema

/// One action of a beacon's metadata whose shape has been checked, with what dispatch needs of it.
struct Action: Hashable, Sendable {
    let kind: ActionKind
    let scope: EffectScope
    /// Older activations than this do not act any more (D16); nil for no limit.
    let maximumAge: Duration?
    /// How long no second one acts after this one (D15); nil for none.
    let cooldown: Duration?
    /// The inbox it goes to; nil for the default one, and for the kinds without.
    let inbox: InboxID?
    /// The assets it adds or saves, each once.
    let assets: [String]
    /// When added entries go.
    let expires: WallTime?
    /// All its fields as they came, unknown ones too.
    let fields: [String: JSONValue]
}
