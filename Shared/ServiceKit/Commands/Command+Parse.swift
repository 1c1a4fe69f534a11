extension Command {
    /// Reads the words after the program's name.
    public func parse(_ words: [String]) throws(UsageError) -> CommandRequest {
        var parser = Parser(root: self)
        return try parser.parse(words)
    }
}

private struct Parser {
    var command: Command
    var path: [String]
    /// Options of the commands on the way count too.
    var known: [any CommandOption]
    var options: [(name: String, text: String)] = []
    var values: [String] = []

    init(root: Command) {
        command = root
        path = [root.name]
        known = root.options
    }

    mutating func parse(_ words: [String]) throws(UsageError) -> CommandRequest {
        var rest = words[...]
        var optionsEnded = false
        while let word = rest.popFirst() {
            if optionsEnded || !word.hasPrefix("-") || word == "-" {
                try take(word)
            } else if word == "--" {
                optionsEnded = true
            } else if word == "--help" || word == "-h" {
                return .help(command.help(path: path, inherited: inherited))
            } else if word == "--version" {
                return .version
            } else {
                try option(word, &rest)
            }
        }
        if command.run == nil, !command.subcommands.isEmpty, values.isEmpty {
            if words.isEmpty { return .help(command.help(path: path, inherited: inherited)) }
            throw error("which command? Commands: \(command.subcommands.map(\.name).joined(separator: ", ")).")
        }
        return .run(
            Invocation(command: command, path: path, options: options, positional: try positional()))
    }

    /// Options that were declared by commands further up.
    private var inherited: [any CommandOption] {
        let own = Set(command.options.map(\.name))
        return known.filter { !own.contains($0.name) }
    }

    private mutating func take(_ word: String) throws(UsageError) {
        guard !command.subcommands.isEmpty, values.isEmpty else {
            values.append(word)
            return
        }
        if let next = command.subcommands.first(where: { $0.name == word }) {
            command = next
            path.append(word)
            known += next.options
        } else if command.arguments.isEmpty {
            let names = command.subcommands.map(\.name)
            let remedy =
                Suggestion.closest(to: word, in: names).map { "Did you mean \"\($0)\"?" }
                ?? "Commands: \(names.joined(separator: ", "))."
            throw error("there is no command \(Quoted.text(word)). \(remedy)")
        } else {
            values.append(word)
        }
    }

    private mutating func option(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = word.drop { $0 == "-" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        guard word.hasPrefix("--"), let option = known.first(where: { $0.name == name }) else {
            let names = (known.map(\.name) + ["help", "version"]).map { "--\($0)" }
            let typed = String(word.prefix { $0 != "=" })
            let remedy =
                Suggestion.closest(to: typed, in: names).map { "Did you mean \($0)?" }
                ?? "Options: \(names.joined(separator: ", "))."
            throw error("there is no option \(Quoted.text(typed)). \(remedy)")
        }
        guard let placeholder = option.placeholder else {
            guard parts.count == 1 else { throw error("--\(name) takes no value.") }
            options.append((name, ""))
            return
        }
        guard let text = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
            throw error("--\(name) needs a value: --\(name) \(placeholder).")
        }
        do throws(ValueProblem) {
            try option.check(text)
        } catch {
            throw self.error("--\(name) is \(error.found); expected \(error.expected).")
        }
        options.append((name, text))
    }

    private func positional() throws(UsageError) -> [String: [String]] {
        var rest = values[...]
        var result: [String: [String]] = [:]
        for argument in command.arguments {
            let texts = argument.isRepeated ? Array(rest) : Array(rest.prefix(1))
            rest = rest.dropFirst(texts.count)
            if texts.isEmpty, !argument.isOptional { throw error("\(argument.name) is missing.") }
            for text in texts {
                do throws(ValueProblem) {
                    try argument.check(text)
                } catch {
                    throw self.error("\(argument.name) is \(error.found); expected \(error.expected).")
                }
            }
            result[argument.name] = texts
        }
        if let extra = rest.first { throw error("\(Quoted.text(extra)) is one argument too many.") }
        return result
    }

    private func error(_ reason: String) -> UsageError {
        UsageError(
            reason: reason, usage: command.usage(path: path), command: path.joined(separator: " "))
    }
}
