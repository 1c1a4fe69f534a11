import Schema

extension Action {
    /// Checks the shape of the value under a kind's key (requirements §2, "Action shapes").
    ///
    /// - Throws: `actionInvalid`, naming the field and what it should be.
    init(_ kind: ActionKind, _ value: JSONValue) throws(BeaconBusError) {
        switch kind {
        case .checkIn:
            let shape = try CheckInAction(value)
            self.init(kind, shape, cooldown: shape.cooldown)
        case .showAsset:
            self.init(kind, try ShowAssetAction(value))
        case .inboxAdd, .inboxSave:
            let shape = try InboxAction(value)
            self.init(
                kind, shape, inbox: shape.inbox, assets: shape.assetIDs,
                expires: kind == .inboxAdd ? shape.expires : nil)
        }
    }

    private init(
        _ kind: ActionKind, _ shape: some ActionShape, cooldown: Int64? = nil, inbox: InboxID? = nil,
        assets: [String] = [], expires: WallTime? = nil
    ) {
        self.kind = kind
        scope = shape.scope
        maximumAge = shape.maximumAge.map { .seconds($0) } ?? kind.maximumAge
        self.cooldown = cooldown.flatMap { $0 > 0 ? .seconds($0) : nil }
        self.inbox = inbox
        var known: Set<String> = []
        self.assets = assets.filter { known.insert($0).inserted }
        self.expires = expires
        fields = shape.fields
    }
}
