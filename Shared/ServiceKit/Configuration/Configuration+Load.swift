extension Configuration {
    /// The same with the file read from `path`; nil = no file.
    public static func load(
        _ table: ConfigurationTable, path: String?, environment: [String: String],
        flags: [(name: String, text: String)]
    ) throws(ConfigurationError) -> Configuration {
        guard let path else { return try load(table, environment: environment, flags: flags) }
        let bytes: [UInt8]
        do throws(FileContents.Problem) {
            bytes = try FileContents.read(path)
        } catch {
            throw ConfigurationError(problems: ["The configuration file \(error.description)"])
        }
        return try load(table, file: (path, bytes), environment: environment, flags: flags)
    }

    /// Reads and checks everything; reports all mistakes at once.
    /// - Parameters:
    ///   - file: path (for messages) and bytes of the YAML file; nil = none.
    ///   - environment: all variables of the process; only those of the table's sections are looked at.
    ///   - flags: names without dashes and texts, in order; a repeated flag of a list adds to it.
    public static func load(
        _ table: ConfigurationTable, file: (path: String, bytes: [UInt8])? = nil,
        environment: [String: String] = [:], flags: [(name: String, text: String)] = []
    ) throws(ConfigurationError) -> Configuration {
        var loader = Loader(table: table)
        if let file { loader.readFile(file.path, file.bytes) }
        loader.readEnvironment(environment)
        loader.readFlags(flags)
        return try loader.finish()
    }
}

private struct Loader {
    let table: ConfigurationTable
    var values: [String: any Sendable] = [:]
    var problems: [String] = []

    init(table: ConfigurationTable) {
        self.table = table
    }

    mutating func readFile(_ path: String, _ bytes: [UInt8]) {
        do throws(YAMLReader.Problem) {
            let root = try YAMLReader.read(bytes)
            guard case .mapping(let pairs) = root.content else {
                problems.append("\(path):\(root.line): expected sections such as \"site:\" at the top.")
                return
            }
            readGroup("", pairs, path)
        } catch {
            problems.append("\(path):\(error.line): \(error.reason).")
        }
    }

    private mutating func readGroup(_ group: String, _ pairs: [YAMLNode.Pair], _ path: String) {
        for pair in pairs {
            let name = group.isEmpty ? pair.key : "\(group).\(pair.key)"
            if let key = table.key(name) {
                read(key, pair.value, place: path, line: pair.line)
            } else if table.isGroup(name) {
                if case .mapping(let inner) = pair.value.content {
                    readGroup(name, inner, path)
                } else if !pair.value.isNull {
                    problems.append(
                        "\(path):\(pair.line): \(name) is \(pair.value.found); expected a mapping with keys such as "
                            + "\(table.names(below: name).prefix(3).joined(separator: ", ")).")
                }
            } else if !(group.isEmpty && table.isForeign(name)) {
                let known = table.names(below: group) + (group.isEmpty ? ConfigurationTable.sections : [])
                let meant = Suggestion.closest(to: name, in: known)
                let remedy =
                    meant.map { "Did you mean \($0)?" }
                    ?? "Known here: \(Set(known).sorted().joined(separator: ", "))."
                problems.append("\(path):\(pair.line): \(Self.plain(name)) is not a known key. \(remedy)")
            }
        }
    }

    /// Names are bounded and printable before they go into a message.
    private static func plain(_ name: String) -> String {
        String(Quoted.text(name, limit: 100).dropFirst().dropLast())
    }

    mutating func readEnvironment(_ environment: [String: String]) {
        var variables: [String: any ConfigurationKey] = [:]
        for key in table.keys { variables[key.environmentVariable] = key }
        let prefixes = Set(table.keys.map { "BEACONBUS_\($0.section.uppercased())_" })
        for (variable, text) in environment.sorted(by: { $0.key < $1.key }) {
            if let key = variables[variable] {
                read(key, key.node(text), place: variable, line: 0)
            } else if prefixes.contains(where: { variable.hasPrefix($0) }) {
                let remedy =
                    Suggestion.closest(to: variable, in: Array(variables.keys)).map { "Did you mean \($0)?" }
                    ?? "Unset it, or see --print-config for the known keys."
                problems.append("The environment variable \(Self.plain(variable)) is not known. \(remedy)")
            }
        }
    }

    mutating func readFlags(_ flags: [(name: String, text: String)]) {
        var texts: [String: [String]] = [:]
        for flag in flags { texts[flag.name, default: []].append(flag.text) }
        for key in table.keys {
            guard let flag = key.flag, let given = texts[flag] else { continue }
            read(key, key.node(given.joined(separator: ",")), place: "--\(flag)", line: 0)
        }
    }

    private mutating func read(_ key: any ConfigurationKey, _ node: YAMLNode, place: String, line: Int) {
        do throws(ValueProblem) {
            values[key.name] = try key.read(node)
        } catch {
            let at = line == 0 ? place : "\(place):\(error.line == 0 ? line : error.line)"
            let subject = place.hasPrefix("--") || place == key.environmentVariable ? "" : "\(key.name) "
            problems.append(
                subject.isEmpty
                    ? "\(at) is \(error.found); expected \(error.expected)."
                    : "\(at): \(subject)is \(error.found); expected \(error.expected).")
        }
    }

    consuming func finish() throws(ConfigurationError) -> Configuration {
        let given = Set(values.keys)
        for key in table.keys where values[key.name] == nil {
            if let value = key.defaultAny {
                values[key.name] = value
            } else if problems.isEmpty {
                let flag = key.flag.map { ", or with --\($0)" } ?? ""
                problems.append(
                    "\(key.name) is not set; expected \(key.expected). "
                        + "Set it in the configuration file, as \(key.environmentVariable)\(flag).")
            }
        }
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
        return Configuration(values: values, given: given)
    }
}
