extension BeaconBusError: Codable {
    enum CodingKeys: String, CodingKey {
        case code, description, reason, suggestion, retryable, causes
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // Deeper than one level says nothing more, and the depth of outside JSON must not become ours.
        let nested = decoder.codingPath.count(where: { $0.stringValue == CodingKeys.causes.stringValue })
        let causes = nested < 1 ? try container.decodeIfPresent([BeaconBusError].self, forKey: .causes) : nil
        self.init(
            try container.decode(ErrorCode.self, forKey: .code),
            try container.decode(String.self, forKey: .description),
            reason: try container.decode(String.self, forKey: .reason),
            suggestion: try container.decode(String.self, forKey: .suggestion),
            retryable: try container.decode(Bool.self, forKey: .retryable), causes: causes ?? [])
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(description, forKey: .description)
        try container.encode(reason, forKey: .reason)
        try container.encode(suggestion, forKey: .suggestion)
        try container.encode(retryable, forKey: .retryable)
        if !causes.isEmpty {
            try container.encode(causes, forKey: .causes)
        }
    }
}
