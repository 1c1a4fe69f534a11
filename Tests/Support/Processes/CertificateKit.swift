/// Certificates for a test, made with the openssl command: an authority, a broker and clients.
public struct CertificateKit: Sendable {
    public let folder: String
    public var authority: String { "\(folder)/ca.pem" }

    private static let tool = "/usr/bin/openssl"

    /// Makes an authority of its own.
    public init(folder: String, name: String = "Test authority") async throws {
        self.folder = folder
        try await Self.run(
            folder,
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
                "\(folder)/ca.key", "-out", "\(folder)/ca.pem", "-days", "30", "-subj", "/CN=\(name)",
            ])
    }

    /// The certificate and key of one name; `days` may be 0 for one that has just expired.
    public func issue(_ name: String, days: Int = 30) async throws -> (certificate: String, key: String) {
        let base = "\(folder)/\(name)"
        try await Self.run(
            folder,
            [
                "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
                "\(base).key", "-out", "\(base).csr", "-subj", "/CN=\(name)",
            ])
        try writeFile("\(base).ext", "subjectAltName=DNS:localhost,IP:127.0.0.1\n")
        try await Self.run(
            folder,
            [
                "x509", "-req", "-in", "\(base).csr", "-CA", authority, "-CAkey", "\(folder)/ca.key",
                "-CAcreateserial", "-out", "\(base).pem", "-days", "\(days)", "-extfile", "\(base).ext",
            ])
        return ("\(base).pem", "\(base).key")
    }

    private static func run(_ folder: String, _ arguments: [String]) async throws {
        try await runTool(tool, arguments, in: folder)
    }
}
