/// What went wrong, why, and what to do about it (D6). Travels in messages as it is; two errors are equal if
/// their codes are. Never put a secret into any of its texts.
public struct BeaconBusError: Error, Sendable {
    /// The stable code programs decide by.
    public let code: ErrorCode
    /// What went wrong, one short sentence.
    public let description: String
    /// Why, naming the thing: file, topic, field, device.
    public let reason: String
    /// The remedy, one sentence.
    public let suggestion: String
    /// Whether the same request may succeed later.
    public let retryable: Bool
    /// The errors of the several sources that failed, where there were several.
    public let causes: [BeaconBusError]

    /// - Parameters:
    ///   - description: what went wrong; nil takes the code's own sentence.
    ///   - retryable: nil takes the code's own value.
    ///   - causes: at most 16 are kept, each without causes of its own and with shorter texts.
    public init(
        _ code: ErrorCode, _ description: String? = nil, reason: String, suggestion: String,
        retryable: Bool? = nil, causes: [BeaconBusError] = []
    ) {
        self.code = code
        // A path or a message from elsewhere may be long; a status must not become unreadable by it, nor too large to
        // be sent.
        self.description = (description ?? code.meaning ?? code.description).cut(toJSONBytes: Self.maximumText)
        self.reason = reason.cut(toJSONBytes: Self.maximumReason)
        self.suggestion = suggestion.cut(toJSONBytes: Self.maximumText)
        self.retryable = retryable ?? code.isRetryable
        self.causes = causes.prefix(Self.maximumCauses).map { BeaconBusError(cause: $0) }
    }

    /// As one of several causes: its texts shorter, and its own causes left out.
    private init(cause error: BeaconBusError) {
        code = error.code
        description = error.description.cut(toJSONBytes: Self.maximumCauseText)
        reason = error.reason.cut(toJSONBytes: Self.maximumCauseReason)
        suggestion = error.suggestion.cut(toJSONBytes: Self.maximumCauseText)
        retryable = error.retryable
        causes = []
    }

    /// Greatest length of description and suggestion, bytes of their JSON text; longer ones are cut.
    public static let maximumText = 1_024

    /// Greatest length of the reason, bytes of its JSON text; a longer one is cut.
    public static let maximumReason = 4_096

    /// Greatest length of a cause's description and suggestion, bytes of their JSON text.
    public static let maximumCauseText = 256

    /// Greatest length of a cause's reason, bytes of its JSON text. With it the longest error there can be takes
    /// little more than half of a message.
    public static let maximumCauseReason = 1_024

    /// Greatest number of causes kept.
    public static let maximumCauses = 16
}

extension BeaconBusError: Equatable {
    public static func == (left: BeaconBusError, right: BeaconBusError) -> Bool {
        left.code == right.code
    }
}

extension BeaconBusError: CustomStringConvertible, CustomDebugStringConvertible {
    /// All of it in one line.
    public var debugDescription: String {
        let list = causes.isEmpty ? "" : " [" + causes.map(\.debugDescription).joined(separator: "; ") + "]"
        return "\(code): \(Self.clause(description)): \(Self.clause(reason)). \(suggestion)\(list)"
    }

    /// A text without its full stop, where the sentence goes on.
    private static func clause(_ text: String) -> Substring {
        text.hasSuffix(".") ? text.dropLast() : text[...]
    }
}
