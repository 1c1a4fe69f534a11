/// What a ``ScriptedWebServer`` does with a request.
public enum WebStep: Sendable {
    case send([UInt8])
    /// Byte by byte, with a pause before each.
    case trickle([UInt8], every: Duration)
    /// The same bytes again and again, until so many were sent or the client has gone.
    case flood([UInt8], count: Int)
    /// Nothing, until the client goes or the server is closed.
    case silence
    case wait(Duration)
    /// FIN.
    case close
    /// RST.
    case reset

    /// A whole answer with its length.
    public static func answer(
        _ status: Int = 200, _ body: String, type: String = "application/json", headers: [String] = []
    ) -> WebStep {
        let lines = [
            "HTTP/1.1 \(status) Word", "Content-Type: \(type)", "Content-Length: \(body.utf8.count)",
        ]
        return .send(Array(((lines + headers).joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
    }
}
