extension ConfigurationTable {
    /// The configuration file with every key at its default, each with its documentation and what it accepts.
    /// Keys with a default are commented out.
    public var template: String {
        var lines: [String] = []
        var open: [Substring] = []
        for key in ordered {
            var parts = key.name.split(separator: ".")
            let leaf = parts.removeLast()
            let shared = zip(open, parts).prefix { $0 == $1 }.count
            if shared == 0, !lines.isEmpty { lines.append("") }
            for depth in shared..<parts.count {
                lines.append(Self.indent(depth) + parts[depth] + ":")
            }
            open = parts
            let margin = Self.indent(parts.count)
            for line in Self.wrap("\(key.documentation) Expected: \(key.expected).", width: 100 - margin.count) {
                lines.append("\(margin)# \(line)")
            }
            if let text = key.defaultText {
                lines.append("\(margin)# \(leaf): \(text)")
            } else {
                lines.append("\(margin)\(leaf): \(key.example ?? "null")")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// By section, groups kept together, otherwise as declared.
    private var ordered: [any ConfigurationKey] {
        var groups: [String] = []
        var members: [String: [any ConfigurationKey]] = [:]
        for section in Self.sections {
            for key in keys where key.section == section {
                let group = key.name.split(separator: ".").dropLast().joined(separator: ".")
                if members[group] == nil { groups.append(group) }
                members[group, default: []].append(key)
            }
        }
        // A section's own keys come before its groups, or YAML would need the section twice.
        let bySection = Dictionary(grouping: groups) { $0.prefix { $0 != "." } }
        return Self.sections.flatMap { section in
            (bySection[section[...]] ?? []).sorted { $0.count { $0 == "." } < $1.count { $0 == "." } }
                .flatMap { members[$0] ?? [] }
        }
    }

    private static func indent(_ depth: Int) -> String {
        String(repeating: "  ", count: depth)
    }

    static func wrap(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + [line]
    }
}
