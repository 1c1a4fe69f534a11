extension BeaconBusError {
    /// What a coder reported, with the field's path and the reason.
    static func coding(_ error: any Error) -> BeaconBusError {
        switch error {
        case let error as BeaconBusError: error
        case DecodingError.keyNotFound(_, let context), DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context), DecodingError.dataCorrupted(let context):
            field(path(context.codingPath), context.debugDescription)
        case EncodingError.invalidValue(_, let context):
            field(path(context.codingPath), context.debugDescription)
        default:
            BeaconBusError(
                .internalError, reason: "\(error)", suggestion: "Report this, with the message that caused it.")
        }
    }

    static func path(_ keys: [any CodingKey]) -> String {
        var result = ""
        for key in keys {
            if key.intValue == nil, !result.isEmpty { result += "." }
            result += key.stringValue
        }
        return result.isEmpty ? "message" : result
    }
}
