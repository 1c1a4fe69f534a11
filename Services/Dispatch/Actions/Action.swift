import Schema

/// One action of a beacon's metadata whose shape has been checked.
struct Action: Hashable, Sendable {
    /// Where an action acts once (D15).
    enum Scope: String, Sendable {
        /// Once per episode, over all nodes.
        case site
        /// Once per activation.
        case node
    }

    let kind: ActionKind
    let scope: Scope
    /// Older activations than this do not act any more (D16); nil for no limit.
    let maximumAge: Duration?
    /// How long no second one acts after this one (D15).
    let cooldown: Duration?
    /// The inbox it goes to; nil for the default one, and for the kinds without.
    let inbox: InboxID?
    /// The assets it adds or saves, each once.
    let assets: [String]
    /// When added entries go.
    let expiresAt: WallTime?
    /// All its fields as they came, unknown ones too.
    let fields: [String: JSONValue]
}
