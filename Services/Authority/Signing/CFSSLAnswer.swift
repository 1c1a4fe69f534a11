import Schema

/// What a cfssl server answered to `authsign`:
/// `{"success": true, "result": {"certificate": "-----BEGIN…"}, "errors": [{"code", "message"}], "messages": []}`.
enum CFSSLAnswer: Equatable {
    /// One certificate, PEM, not looked at yet.
    case certificate(String)
    /// It would not.
    case rejected(String)
    /// It could not now: 5xx, 429.
    case unavailable(String)
    /// It is no answer.
    case nonsense(String)

    /// Reads an answer.
    init(status: Int, body: [UInt8]) {
        guard status < 300 || status >= 400 else {
            self = .nonsense("it answered \(status), and redirects are not followed")
            return
        }
        guard status < 500, status != 429 else {
            self = .unavailable("it answered \(status)")
            return
        }
        guard let value = try? JSONValue.parse(body, maximumDepth: 8, maximumBytes: 64 * 1_024),
            case .object(let members) = value, case .bool(let success) = members["success"]
        else {
            self = .nonsense("its answer (\(status)) is not what cfssl says")
            return
        }
        guard success, status == 200 else {
            self = .rejected("it answered \(status)\(Self.words(members["errors"]))")
            return
        }
        guard let pem = members["result"]?["certificate"]?.stringValue, pem.utf8.count <= 16_384 else {
            self = .nonsense("its answer holds no certificate")
            return
        }
        self = .certificate(pem)
    }

    /// The first error's number and text.
    private static func words(_ errors: JSONValue?) -> String {
        guard let first = errors?.arrayValue?.first else { return "" }
        let code = first["code"]?.integerValue.map { " \($0)" } ?? ""
        let text = TokenText.shown(first["message"]?.stringValue ?? "", withholding: nil)
        return ", error\(code)" + (text.isEmpty ? "" : ": \(text)")
    }
}
