/// The keys a program reads, and the sections it leaves to others.
public struct ConfigurationTable: Sendable {
    /// All sections that any program of this project reads, in the order of the printed template.
    public static let sections = [
        "site", "broker", "log", "node", "scanner", "lifecycle", "metadata", "dispatch", "authority", "gate", "bridge",
        "presence", "home",
    ]

    public let keys: [any ConfigurationKey]
    private let byName: [String: any ConfigurationKey]
    private let groups: Set<String>

    /// Names must be unique; their first parts must be in `sections`.
    public init(_ keys: [any ConfigurationKey]) {
        self.keys = keys
        byName = Dictionary(keys.map { ($0.name, $0) }) { first, second in
            preconditionFailure("The configuration key \(first.name) is declared twice.")
        }
        var groups: Set<String> = []
        for key in keys {
            precondition(Self.sections.contains(key.section), "\(key.name) is in no known section.")
            var parts = key.name.split(separator: ".")
            while parts.count > 1 {
                parts.removeLast()
                groups.insert(parts.joined(separator: "."))
            }
        }
        self.groups = groups
    }

    func key(_ name: String) -> (any ConfigurationKey)? { byName[name] }

    func isGroup(_ name: String) -> Bool { groups.contains(name) }

    /// Whether this program skips a top-level section that other programs read.
    func isForeign(_ section: String) -> Bool {
        Self.sections.contains(section) && !groups.contains(section)
    }

    /// What stands directly below a group, or at the top for an empty name.
    func names(below group: String) -> [String] {
        let prefix = group.isEmpty ? "" : group + "."
        var names = Set<String>()
        for key in keys where key.name.hasPrefix(prefix) {
            names.insert(prefix + key.name.dropFirst(prefix.count).prefix { $0 != "." })
        }
        return names.sorted()
    }
}
