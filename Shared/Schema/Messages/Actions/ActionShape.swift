/// One of the four actions as it stands in a beacon's metadata: known fields are checked, all fields are kept and
/// passed on (requirements §2, action shapes).
public protocol ActionShape: SchemaObject, Equatable {
    /// Everything the action has, unknown fields included.
    var fields: [String: JSONValue] { get }

    /// What it acts on unless it says otherwise (D15).
    static var defaultScope: EffectScope { get }

    /// Takes fields that were checked against the schema.
    init(checked fields: [String: JSONValue])
}

extension ActionShape {
    /// Reads an action out of the metadata.
    ///
    /// - Throws: `actionInvalid`, naming the field and the reason.
    public init(_ value: JSONValue) throws(BeaconBusError) {
        do throws(BeaconBusError) {
            try Self.schema.check(value, code: .actionInvalid)
        } catch {
            throw BeaconBusError(
                .actionInvalid, reason: error.reason,
                suggestion: "Correct the record; the shape is in `beaconctl schema`, \(Self.schema.name).")
        }
        self.init(checked: value.objectValue ?? [:])
    }

    /// Each argument is the field of its name.
    public init(from decoder: any Decoder) throws {
        let value = try JSONValue(from: decoder)
        do throws(BeaconBusError) {
            try self.init(value)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "is wrong: \(error.reason)"))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        try JSONValue.object(fields).encode(to: encoder)
    }

    /// Whether it acts once per episode of the site or once per activation at a node (D15).
    public var scope: EffectScope {
        text("scope").flatMap(EffectScope.init(rawValue:)) ?? Self.defaultScope
    }

    /// The greatest age from the first sighting at which it still acts, s, where it says so (D16).
    public var maximumAge: Int64? { integer("max_age_s") }

    func text(_ key: String) -> String? { fields[key]?.stringValue }
    func integer(_ key: String) -> Int64? { fields[key]?.integerValue }
    func texts(_ key: String) -> [String] { (fields[key]?.arrayValue ?? []).compactMap(\.stringValue) }

    /// Fields any action may carry.
    static var commonFields: [Field] {
        [
            Field(
                "scope", .words(EffectScope.self), .optional,
                "Once per episode of the site, or once per activation at a node; \(defaultScope.rawValue) unless said."),
            Field(
                "max_age_s", .integer(0...315_360_000), .optional,
                "The greatest age from the first sighting at which it still acts, s."),
        ]
    }
}
