/// The levels of a reply topic behind `replies/{client}/`: one to four, each of 1 to 64 letters, digits, `.`, `_`, `-`.
///
/// Who answers decides the path, since rights hold there (design §3): nodes and services may write any, a scanner only
/// to its own lifecycle, an observer below `tokens/{observer}`, a validator below `validate/{app}`.
public struct ReplyPath: TextValue {
    /// The text.
    public let description: String

    /// The path of a request answered by a node or a service.
    public init(_ request: RequestID) {
        description = request.description
    }

    /// The path of a token question to an observer.
    public static func tokens(_ observer: ObserverID, _ request: RequestID) -> ReplyPath {
        ReplyPath(checked: "tokens/\(observer)/\(request)")
    }

    /// The path of a question to an app's validator.
    public static func validate(_ app: AppID, _ request: RequestID) -> ReplyPath {
        ReplyPath(checked: "validate/\(app)/\(request)")
    }

    private init(checked: String) {
        description = checked
    }

    /// Nil unless the text is exactly of this form.
    public init?(_ text: String) {
        guard (1...Self.maximumLength).contains(text.utf8.count) else { return nil }
        let levels = text.split(separator: "/", omittingEmptySubsequences: false)
        guard levels.count <= 4, levels.allSatisfy({ RequestID(String($0)) != nil }) else { return nil }
        description = text
    }

    public static let title = "reply path"
    public static let form = "one to four levels of 1 to 64 letters, digits, ., _ and -"
    public static let pattern = "^[A-Za-z0-9._-]{1,64}(/[A-Za-z0-9._-]{1,64}){0,3}$"
    public static let maximumLength = 128
}
