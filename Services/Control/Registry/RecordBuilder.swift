import Schema

/// Collects the fields of one row into a record.
struct RecordBuilder {
    private var members: [String: JSONValue] = [:]
    private var metadata: [String: JSONValue] = [:]
    /// Why the row is no record; empty if it is.
    private(set) var reasons: [String] = []

    /// The record.
    var record: JSONValue {
        var all = members
        if !metadata.isEmpty { all["metadata"] = .object(metadata) }
        return .object(all)
    }

    /// Takes one field that is not empty.
    mutating func set(_ name: String, _ column: CSVColumn, _ text: String) {
        switch column {
        case .text(let key):
            members[key] = .string(text)
        case .integer(let key):
            guard let number = Int64(text) else {
                return reasons.append("\(name) must be a whole number, not \(quoted(text))")
            }
            members[key] = .integer(number)
        case .json("metadata"):
            guard let value = parse(name, text) else { return }
            guard let object = value.objectValue else {
                return reasons.append("\(name) must be an object {…}, not \(quoted(text))")
            }
            for (key, value) in object { setMetadata(key, value, name) }
        case .json(let key):
            members[key] = parse(name, text)
        case .action(let key):
            if let value = parse(name, text) { setMetadata(key, value, name) }
        case .metadata(let key):
            setMetadata(key, .string(text), name)
        case .actionText(let action, let field):
            setAction(action, field, .string(text), name)
        case .actionList(let action, let field):
            let ids = text.split { $0 == " " || $0 == ";" }.map { JSONValue.string(String($0)) }
            if ids.isEmpty { return reasons.append("\(name) holds no id") }
            setAction(action, field, .array(ids), name)
        }
    }

    private mutating func parse(_ name: String, _ text: String) -> JSONValue? {
        do {
            return try JSONValue.parse(text: text, maximumBytes: CSVReader.maximumRecordBytes)
        } catch {
            reasons.append("\(name) is not JSON: \(error.reason)")
            return nil
        }
    }

    private mutating func setMetadata(_ key: String, _ value: JSONValue, _ name: String) {
        if metadata[key] != nil {
            return reasons.append("\(name): \(quoted(key)) is already given by another column of this row")
        }
        metadata[key] = value
    }

    /// Sets one field of an action, which several columns may build together.
    private mutating func setAction(_ action: String, _ field: String, _ value: JSONValue, _ name: String) {
        var fields: [String: JSONValue] = [:]
        if let there = metadata[action] {
            guard let object = there.objectValue, object[field] == nil else {
                return reasons.append("\(name): \(action).\(field) is already given by another column of this row")
            }
            fields = object
        }
        fields[field] = value
        metadata[action] = .object(fields)
    }
}
