import Testing

@testable import ServiceKit

@Suite("HTTP endpoint", .timeLimit(.minutes(1)))
struct HTTPEndpointTests {
    /// Serves on a free loopback port while `body` runs.
    static func serving(
        _ metrics: Metrics = Metrics(), _ health: Health = Health(), _ body: @Sendable (UInt16) throws -> Void
    ) async throws {
        let endpoint = HTTPEndpoint(
            address: NetworkAddress(host: "127.0.0.1", port: 0), metrics: metrics, health: health, logger: .silent)
        let group = ServiceGroup([endpoint], logger: .silent)
        async let running: Void = group.run()
        try await ServiceGroupTests.until { endpoint.port != nil }
        let result = Result { try body(endpoint.port ?? 0) }
        group.stop()
        try await running
        try result.get()
    }

    static func get(_ port: UInt16, _ path: String, method: String = "GET") -> String {
        Socket.exchange(port: port, "\(method) \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    }

    @Test("/metrics gives the metrics as Prometheus text")
    func metrics() async throws {
        let metrics = Metrics()
        metrics.counter("a_total", "A.").add(7)
        try await Self.serving(metrics) { port in
            let answer = Self.get(port, "/metrics?x=1")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"))
            #expect(
                answer.hasSuffix(
                    "\r\n\r\n# HELP beaconbus_a_total A.\n# TYPE beaconbus_a_total counter\nbeaconbus_a_total 7\n"))
        }
    }

    @Test("/health names each part's condition; only a broken one makes it 503")
    func health() async throws {
        let health = Health()
        health.add("bus") { .degraded("no \"broker\"") }
        try await Self.serving(Metrics(), health) { port in
            let answer = Self.get(port, "/health")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(
                answer.hasSuffix(
                    "\r\n\r\n{\"status\":\"degraded\",\"parts\":{\"bus\":{\"status\":\"degraded\",\"reason\":\"no \\\"broker\\\"\"}}}\n"
                ))
            health.add("store") { .broken("stuck") }
            #expect(Self.get(port, "/health").hasPrefix("HTTP/1.1 503 "))
        }
    }

    @Test("R18: other paths, other methods, junk and bodies are answered or dropped, and the next request works")
    func junk() async throws {
        try await Self.serving { port in
            #expect(Self.get(port, "/").hasPrefix("HTTP/1.1 404 "))
            #expect(Self.get(port, "/metrics", method: "DELETE").hasPrefix("HTTP/1.1 405 "))
            let body = String(repeating: "x", count: 100_000)
            _ = Socket.exchange(
                port: port,
                "POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\nConnection: close\r\n\r\n\(body)")
            _ = Socket.exchange(port: port, "GET /" + String(repeating: "a", count: 60_000) + " HTTP/1.1\r\n\r\n")
            _ = Socket.exchange(port: port, "\u{0}\u{1}\r\n\r\n")
            #expect(Self.get(port, "/health").hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("An address in use is named with reason and remedy")
    func inUse() async throws {
        try await Self.serving { _ in }
        let first = HTTPEndpoint(
            address: NetworkAddress(host: "127.0.0.1", port: 0), metrics: Metrics(), health: Health(), logger: .silent)
        let group = ServiceGroup([first], logger: .silent)
        async let running: Void = group.run()
        try await ServiceGroupTests.until { first.port != nil }
        let port = first.port ?? 0
        let second = HTTPEndpoint(
            address: NetworkAddress(host: "127.0.0.1", port: port), metrics: Metrics(), health: Health(),
            logger: .silent)
        await #expect(
            throws: HTTPEndpoint.Problem(
                description: "Nothing can listen on 127.0.0.1:\(port): Address already in use. "
                    + "Set http.listen of this service to a free address, or leave it out.")
        ) { try await second.run() }
        group.stop()
        try await running
    }
}
