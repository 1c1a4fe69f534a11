import Store

extension Episode {
    private static let effectFlag: Int64 = 1
    private static let nodeEffectFlag: Int64 = 2

    /// Its row in the ledger. A pending effect is stored as none: after a restart its activation tries again.
    var row: LedgerEpisode {
        let flags = (effect == .done ? Self.effectFlag : 0) | (hasNodeEffect ? Self.nodeEffectFlag : 0)
        return LedgerEpisode(id: id, beacon: beacon, opened: opened, closed: closed, left: left, effect: flags)
    }

    /// The episode of a row; its holders come with their activations.
    init(_ row: LedgerEpisode) {
        self.init(id: row.id, beacon: row.beacon, opened: row.opened, closed: row.closed)
        left = row.left
        effect = row.effect & Self.effectFlag != 0 ? .done : .none
        hasNodeEffect = row.effect & Self.nodeEffectFlag != 0
    }
}
