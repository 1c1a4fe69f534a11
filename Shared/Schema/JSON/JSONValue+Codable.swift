extension JSONValue: Codable {
    /// With the coders of this module the value is taken as it is; this serves any other coder.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? ValueDecoder {
            self = decoder.value
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? TreeEncoder {
            encoder.node.content = .value(self)
            return
        }
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// The JSON value an encodable value stands for.
    public init(encoding value: some Encodable) throws(BeaconBusError) {
        let node = TreeNode()
        do {
            try node.encode(value)
        } catch {
            throw BeaconBusError.coding(error)
        }
        self = node.value
    }

    /// Decodes a value out of this one.
    ///
    /// - Throws: `messageInvalid`, naming field and reason.
    public func decode<Value>(_ type: Value.Type) throws(BeaconBusError) -> Value where Value: Decodable {
        do {
            return try ValueDecoder(self).decode(type)
        } catch {
            throw BeaconBusError.coding(error)
        }
    }
}

extension TreeNode {
    /// The finished value; the order of keys is lost.
    var value: JSONValue {
        switch content {
        case .value(let value): value
        case .array(let elements): .array(elements.map(\.value))
        case .object(let members):
            .object(Dictionary(members.map { ($0.key, $0.node.value) }, uniquingKeysWith: { $1 }))
        }
    }
}
