/// The names that people gave to devices, and what those are to the fleet itself. Bounded (R12).
struct AliasBook: Sendable {
    static let most = 1_024
    private var originals: [String: String] = [:]
    private var aliases: [String: String] = [:]

    /// Notes the name of a device, nil = it has none any more; false where there are too many.
    mutating func name(_ original: String, _ alias: String?) -> Bool {
        if let old = aliases.removeValue(forKey: original), originals[old] == original { originals[old] = nil }
        guard let alias, alias != original else { return true }
        guard aliases.count < Self.most else { return false }
        // Two devices of one name: the later one has it.
        if let other = originals[alias] { aliases[other] = nil }
        aliases[original] = alias
        originals[alias] = original
        return true
    }

    /// What a name stands for; itself, where it is none.
    func original(_ name: String) -> String { originals[name] ?? name }
}
