import Support
import Web

/// Posts and awaits the outcome.
func ask(_ client: WebClient, _ request: WebRequest) async -> Result<WebResponse, WebFailure> {
    await withCheckedContinuation { continuation in
        client.post(request) { continuation.resume(returning: $0) }
    }
}

/// The same with a request made of its parts.
func ask(
    _ client: WebClient, _ url: String, policy: AddressPolicy = .loopback, authorityFile: String? = nil,
    timeout: Duration = .seconds(5), group: String = "a"
) async throws -> Result<WebResponse, WebFailure> {
    await ask(
        client, try WebRequest(url, policy: policy, authorityFile: authorityFile, timeout: timeout, group: group))
}

/// Runs a test with a server and a client, and ends both.
func withServer(
    tls: (certificate: String, key: String)? = nil, limits: WebLimits = WebLimits(),
    respond: @escaping @Sendable (WebRequestText) -> [WebStep],
    _ body: (ScriptedWebServer, WebClient) async throws -> Void
) async throws {
    let server = try ScriptedWebServer(tls: tls, respond: respond)
    let client = WebClient(limits: limits)
    defer {
        server.close()
        client.stop()
    }
    try await body(server, client)
}

extension AddressPolicy {
    /// What a test's server on this machine needs.
    static let loopback = AddressPolicy(networks: ["127.0.0.0/8", "::1"].compactMap { IPNetwork($0) })
}

extension WebRequest {
    /// A small question to a test's server.
    init(
        _ url: String, policy: AddressPolicy = .loopback, authorityFile: String? = nil,
        timeout: Duration = .seconds(5), group: String = "a"
    ) throws {
        self.init(
            address: try WebAddress(url), headers: ["Content-Type: application/json", "X-Test: 1"],
            body: Array(#"{"question":1}"#.utf8), policy: policy, authorityFile: authorityFile, timeout: timeout,
            group: group)
    }
}

extension Result where Failure == WebFailure {
    /// Why there is no answer.
    var failure: WebFailure.Kind? {
        if case .failure(let failure) = self { failure.kind } else { nil }
    }
}
