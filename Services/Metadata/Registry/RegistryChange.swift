/// What a change did to the registry.
struct RegistryChange: Equatable {
    /// The most ids a change notice names; beyond it, everything may have changed.
    static let maximumNamed = 256

    /// The registry's revision afterwards.
    var revision: Int64
    /// Beacons that are new, that got another record, and that are gone.
    var added = 0
    var updated = 0
    var removed = 0
    /// Whether identities, or timing or power of a beacon are different: only then the monitored rules are.
    var affectsRules = false
    /// The ids of all of these, as long as they are at most ``maximumNamed``; nil beyond.
    private(set) var ids: [String]? = []

    init(revision: Int64) {
        self.revision = revision
    }

    /// Whether nothing is different from before. Such a change leaves the revision as it was.
    var isEmpty: Bool { added == 0 && updated == 0 && removed == 0 }

    /// Names a beacon that is part of the change.
    mutating func name(_ id: String) {
        guard let count = ids?.count else { return }
        if count < Self.maximumNamed { ids?.append(id) } else { ids = nil }
    }
}
