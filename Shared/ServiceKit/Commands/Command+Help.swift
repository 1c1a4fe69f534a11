extension Command {
    /// The line that shows how it is called: `Usage: beaconctl start [options] NODE`.
    public func usage(path: [String]) -> String {
        var words = path
        words.append("[options]")
        for argument in arguments {
            let name = argument.isRepeated ? argument.name + "…" : argument.name
            words.append(argument.isOptional ? "[\(name)]" : name)
        }
        if !subcommands.isEmpty { words.append(run == nil ? "COMMAND" : "[COMMAND]") }
        return "Usage: " + words.joined(separator: " ")
    }

    /// The help page, at most 100 columns wide.
    /// - Parameter inherited: options of the commands on the way.
    public func help(path: [String], inherited: [any CommandOption] = []) -> String {
        var blocks = [summary, usage(path: path)]
        if let discussion { blocks.append(discussion) }
        blocks.append(Self.table("Arguments", arguments.map { ($0.name, $0.documentation) }))
        blocks.append(Self.table("Commands", subcommands.map { ($0.name, $0.summary) }))
        let standard: [any CommandOption] = [
            Flag("help", "Show this help."), Flag("version", "Show the version."),
        ]
        blocks.append(
            Self.table(
                "Options",
                (options + inherited + standard).map { option in
                    ("--\(option.name)" + (option.placeholder.map { " \($0)" } ?? ""), option.documentation)
                }))
        return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    private static func table(_ title: String, _ rows: [(String, String)]) -> String {
        guard !rows.isEmpty else { return "" }
        let column = min(rows.map(\.0.count).max() ?? 0, 26) + 4
        var lines = ["\(title):"]
        for (left, right) in rows {
            var text = ConfigurationTable.wrap(right, width: 100 - column)
            if left.count + 4 > column {
                lines.append("  \(left)")
            } else {
                let first = text.removeFirst()
                lines.append("  \(left)" + String(repeating: " ", count: column - 2 - left.count) + first)
            }
            lines += text.map { String(repeating: " ", count: column) + $0 }
        }
        return lines.joined(separator: "\n")
    }
}
