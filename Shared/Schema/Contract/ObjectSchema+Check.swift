extension ObjectSchema {
    /// Checks a JSON object against the declared fields: presence, type, range. Unknown fields are ignored.
    ///
    /// - Throws: an error of the given code that names the field's path and the reason.
    public func check(_ value: JSONValue, code: ErrorCode = .messageInvalid) throws(BeaconBusError) {
        try check(value, path: "", code: code)
    }

    func check(_ value: JSONValue, path: String, code: ErrorCode) throws(BeaconBusError) {
        guard case .object(let members) = value else {
            throw .field(path.isEmpty ? "message" : path, "must be an object, not \(value.kindName)", code: code)
        }
        for field in fields {
            let here = path.isEmpty ? field.name : "\(path).\(field.name)"
            guard let member = members[field.name] else {
                guard field.presence == .optional else { throw .field(here, "is missing", code: code) }
                continue
            }
            if member.isNull {
                guard field.presence == .required else { continue }
                if case .null = field.type { continue }
                throw .field(here, "must not be null", code: code)
            }
            if let reason = try field.type.mismatch(member, path: here, code: code) {
                throw .field(here, reason, code: code)
            }
        }
    }
}

extension FieldType {
    /// Why a value does not have this type, as a clause; nil if it does. Nested objects throw for themselves.
    func mismatch(_ value: JSONValue, path: String, code: ErrorCode) throws(BeaconBusError) -> String? {
        switch self {
        case .any: return nil
        case .null: return value.isNull ? nil : "must be null"
        case .boolean: return value.boolValue == nil ? must("a boolean", value) : nil
        case .integer(let range):
            guard let number = value.integerValue else { return must("an integer", value) }
            return range.contains(number) ? nil : "must be from \(range.lowerBound) to \(range.upperBound)"
        case .number(let range):
            guard let number = value.doubleValue else { return must("a number", value) }
            return range.contains(number) ? nil : "must be from \(range.lowerBound) to \(range.upperBound)"
        case .string(let length):
            guard let text = value.stringValue else { return must("a string", value) }
            if text.utf8.count < length.lowerBound { return "must not be empty" }
            return text.utf8.count <= length.upperBound ? nil : "must have at most \(length.upperBound) bytes"
        case .text(let form):
            guard let text = value.stringValue else { return must("a string", value) }
            return form.accepts(text) ? nil : "must be \(form.form), not \(quoted(text))"
        case .enumeration(let words):
            guard let text = value.stringValue else { return must("a string", value) }
            return words.contains(text) ? nil : "must be one of \(words.joined(separator: ", ")), not \(quoted(text))"
        case .time:
            guard let text = value.stringValue else { return must("a string", value) }
            return WallTime(text) == nil ? "must be an RFC 3339 time, not \(quoted(text))" : nil
        case .object(let schema):
            try schema.check(value, path: path, code: code)
            return nil
        case .dictionary(let type, let limit):
            guard let members = value.objectValue else { return must("an object", value) }
            guard members.count <= limit else { return "must have at most \(limit) members" }
            for (key, member) in members {
                guard key.utf8.count <= 64 else { return "must have keys of at most 64 bytes" }
                let here = "\(path).\(key)"
                if let reason = try type.mismatch(member, path: here, code: code) {
                    throw .field(here, reason, code: code)
                }
            }
            return nil
        case .array(let type, let count):
            guard let elements = value.arrayValue else { return must("an array", value) }
            guard count.contains(elements.count) else {
                return "must have \(count.lowerBound) to \(count.upperBound) elements, not \(elements.count)"
            }
            for (index, element) in elements.enumerated() {
                let here = "\(path)[\(index)]"
                if let reason = try type.mismatch(element, path: here, code: code) {
                    throw .field(here, reason, code: code)
                }
            }
            return nil
        case .either(let types):
            var reasons: [String] = []
            for type in types {
                do throws(BeaconBusError) {
                    guard let reason = try type.mismatch(value, path: path, code: code) else { return nil }
                    reasons.append(reason)
                } catch {
                    reasons.append(error.reason)
                }
            }
            return reasons.joined(separator: " or ")
        }
    }

    private func must(_ expected: String, _ value: JSONValue) -> String {
        "must be \(expected), not \(value.kindName)"
    }
}
