/// A request as a ``ScriptedWebServer`` received it.
public struct WebRequestText: Sendable {
    /// `POST /validate HTTP/1.1`.
    public let line: String
    /// By lower-case names.
    public let headers: [String: String]
    public let body: [UInt8]
    /// The connection it came over, counted from 1.
    public let connection: Int

    /// Reads a head, without the empty line that ends it.
    init(head: [UInt8], body: [UInt8], connection: Int) {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
        line = lines.first ?? ""
        headers = Self.headers(lines.dropFirst())
        self.body = body
        self.connection = connection
    }

    /// How many bytes of body a head announces.
    static func length(head: [UInt8]) -> Int {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
        return headers(lines[...])["content-length"].flatMap { Int($0) } ?? 0
    }

    private static func headers(_ lines: ArraySlice<String>) -> [String: String] {
        var headers: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return headers
    }
}
