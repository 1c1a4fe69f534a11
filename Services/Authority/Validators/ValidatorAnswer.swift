import Schema

/// What a validator on the web answered, read to the letter: `{"valid": true}`, or `{"valid": false}` with
/// `reason` and `code` if it likes. Nothing else lets a node in, and nothing else counts as its refusal.
enum ValidatorAnswer: Equatable {
    case valid
    /// One of ``codes``.
    case refused(ErrorCode, reason: String?)
    /// It could not judge now: 5xx, 408, 429.
    case unavailable(String)
    /// It is no answer.
    case nonsense(String)

    /// What a refusal may be called; any other word of its own is `tokenInvalid`.
    static let codes: [ErrorCode] = [.tokenInvalid, .tokenUsed, .tokenExpired, .nodeBanned]

    /// Reads an answer.
    init(status: Int, body: [UInt8]) {
        switch status {
        case 200: self = Self.read(body)
        case 408, 429, 500...599: self = .unavailable("it answered \(status)")
        case 300...399: self = .nonsense("it answered \(status), and redirects are not followed")
        default: self = .nonsense("it answered \(status)")
        }
    }

    private static func read(_ body: [UInt8]) -> ValidatorAnswer {
        guard let value = try? JSONValue.parse(body, maximumDepth: 8, maximumBytes: 64 * 1_024),
            case .object(let members) = value
        else { return .nonsense("its answer is not a JSON object") }
        guard case .bool(let isValid) = members["valid"] else {
            return .nonsense("its answer has no valid, or one that is not true or false")
        }
        var reason: String?
        var code: ErrorCode?
        switch members["reason"] {
        case nil, .null: break
        case .string(let text) where text.utf8.count <= 1_024: reason = text
        default: return .nonsense("its reason is not a text of at most 1024 bytes")
        }
        switch members["code"] {
        case nil, .null: break
        case .string(let text) where text.utf8.count <= 64:
            code = ErrorCode(text).flatMap { codes.contains($0) ? $0 : nil } ?? .tokenInvalid
        default: return .nonsense("its code is not a word")
        }
        guard isValid else { return .refused(code ?? .tokenInvalid, reason: reason) }
        // Yes and why not at the same time: somebody is wrong, and nobody is let in by mistake.
        guard code == nil else { return .nonsense("it says valid, and a code why not") }
        return .valid
    }
}
