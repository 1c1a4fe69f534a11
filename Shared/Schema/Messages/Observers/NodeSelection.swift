/// Which nodes an observer is interested in: the word `all`, or a list.
public enum NodeSelection: Hashable, Sendable {
    case all
    case some([NodeID])

    /// Greatest length of the list.
    public static let maximumCount = 256

    /// Whether a node is among them.
    public func contains(_ node: NodeID) -> Bool {
        switch self {
        case .all: true
        case .some(let nodes): nodes.contains(node)
        }
    }
}

extension NodeSelection: Codable {
    /// Each argument is the field of its name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let word = try? container.decode(String.self) {
            guard word == "all" else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "must be all or a list of nodes")
            }
            self = .all
        } else {
            self = .some(try container.decode([NodeID].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .all: try container.encode("all")
        case .some(let nodes): try container.encode(nodes)
        }
    }
}

extension FieldType {
    static let nodeSelection = FieldType.either([
        .enumeration(["all"]), .array(.text(NodeID.self), 0...NodeSelection.maximumCount),
    ])
}
