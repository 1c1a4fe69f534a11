import Schema

/// Reads the fields of one action, each with its rule.
struct ActionReader {
    let kind: ActionKind
    let fields: [String: JSONValue]

    /// An identifier: text of 1 … 256 bytes.
    func name(_ field: String) throws(BeaconBusError) -> String {
        guard let value = value(field) else { throw Action.wrong(kind, field, "is missing") }
        guard case .string(let name) = value, Self.isName(name) else {
            throw Action.wrong(kind, field, "is not text of 1 to \(Action.maximumName) bytes")
        }
        return name
    }

    /// At least one identifier; repeated ones count once.
    func names(_ field: String, most: Int) throws(BeaconBusError) -> [String] {
        guard let value = value(field) else { throw Action.wrong(kind, field, "is missing") }
        guard case .array(let elements) = value, !elements.isEmpty, elements.count <= most else {
            throw Action.wrong(kind, field, "is not a list of 1 to \(most) asset identifiers")
        }
        var names: [String] = []
        for (index, element) in elements.enumerated() {
            guard case .string(let name) = element, Self.isName(name) else {
                throw Action.wrong(kind, "\(field)[\(index)]", "is not text of 1 to \(Action.maximumName) bytes")
            }
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    func text(_ field: String) throws(BeaconBusError) -> String? {
        guard let value = value(field) else { return nil }
        guard case .string(let text) = value else { throw Action.wrong(kind, field, "is not text") }
        return text
    }

    /// A number of seconds, not negative, at most 100 years.
    func seconds(_ field: String) throws(BeaconBusError) -> Duration? {
        guard let value = value(field) else { return nil }
        guard let seconds = value.doubleValue, seconds >= 0, seconds <= 3_155_760_000 else {
            throw Action.wrong(kind, field, "is not a number of seconds from 0 to 3155760000")
        }
        return .milliseconds(Int64(seconds * 1000))
    }

    func scope() throws(BeaconBusError) -> Action.Scope? {
        guard let text = try text("scope") else { return nil }
        guard let scope = Action.Scope(rawValue: text) else {
            throw Action.wrong(kind, "scope", "is neither \"site\" nor \"node\"")
        }
        return scope
    }

    func inbox(_ field: String) throws(BeaconBusError) -> InboxID? {
        guard let text = try text(field) else { return nil }
        guard let inbox = InboxID(text) else {
            throw Action.wrong(kind, field, "is not \(InboxID.form)")
        }
        return inbox
    }

    func time(_ field: String) throws(BeaconBusError) -> WallTime? {
        guard let text = try text(field) else { return nil }
        guard let time = WallTime(text) else {
            throw Action.wrong(kind, field, "is not a time like 2030-01-31T12:00:00Z")
        }
        return time
    }

    private func value(_ field: String) -> JSONValue? {
        guard let value = fields[field], !value.isNull else { return nil }
        return value
    }

    private static func isName(_ name: String) -> Bool {
        (1...Action.maximumName).contains(name.utf8.count)
    }
}
