internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// Serves `/metrics` (Prometheus text) and `/health` (JSON; 503 when a part is broken), GET and HEAD only.
///
/// One thread of libmicrohttpd, at most 32 connections, 8 KiB each.
public final class HTTPEndpoint: Service {
    /// The address cannot be listened on.
    public struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
        public let description: String
    }

    public let name = "http"
    private let address: NetworkAddress
    private let content: HTTPContent
    private let logger: Logger
    private let started = Mutex<UInt16?>(nil)

    /// - Parameter address: numeric; port 0 takes a free one.
    public init(address: NetworkAddress, metrics: Metrics, health: Health, logger: Logger) {
        self.address = address
        self.logger = logger
        content = HTTPContent(metrics: metrics, health: health)
    }

    /// The port in use while it runs.
    public var port: UInt16? { started.withLock { $0 } }

    public func run() async throws {
        let context = Unmanaged.passUnretained(content).toOpaque()
        guard let daemon = try Self.start(address, context) else {
            throw Problem(
                description: "Nothing can listen on \(address): \(SystemError.text(errno)). "
                    + "Set http.listen of this service to a free address, or leave it out.")
        }
        let port = beaconbus_mhd_port(daemon)
        started.withLock { $0 = port }
        logger.info("serving metrics and health", .text("address", address.host), .count("port", port))
        await gracefulStop()
        started.withLock { $0 = nil }
        let handle = DaemonHandle(daemon: daemon)
        // Stopping joins the server's thread, which must not happen on the cooperative pool.
        await OwnThread.run(name: "http-stop") { MHD_stop_daemon(handle.daemon) }
        withExtendedLifetime(content) {}
    }

    private struct DaemonHandle: @unchecked Sendable {
        let daemon: OpaquePointer
    }

    private static func start(_ address: NetworkAddress, _ context: UnsafeMutableRawPointer) throws -> OpaquePointer? {
        let host = address.host == "localhost" ? "127.0.0.1" : address.host
        var v4 = sockaddr_in()
        v4.sin_family = sa_family_t(AF_INET)
        v4.sin_port = address.port.bigEndian
        if inet_pton(AF_INET, host, &v4.sin_addr) == 1 {
            return withUnsafeBytes(of: &v4) { start($0, context) }
        }
        var v6 = sockaddr_in6()
        v6.sin6_family = sa_family_t(AF_INET6)
        v6.sin6_port = address.port.bigEndian
        if inet_pton(AF_INET6, host, &v6.sin6_addr) == 1 {
            return withUnsafeBytes(of: &v6) { start($0, context) }
        }
        throw Problem(description: "http.listen must be a numeric address, not \(Quoted.text(address.host)).")
    }

    private static func start(
        _ address: UnsafeRawBufferPointer, _ context: UnsafeMutableRawPointer
    ) -> OpaquePointer? {
        beaconbus_mhd_start(
            answer, context, address.baseAddress?.assumingMemoryBound(to: sockaddr.self), 32, 10)
    }
}

/// What the server hands out.
final class HTTPContent: Sendable {
    let metrics: Metrics
    let health: Health

    init(metrics: Metrics, health: Health) {
        self.metrics = metrics
        self.health = health
    }

    /// Status, content type and body for a request.
    func response(method: String, path: String) -> (status: UInt32, type: String, body: String) {
        guard method == "GET" || method == "HEAD" else {
            return (405, "text/plain; charset=utf-8", "Only GET and HEAD are served here.\n")
        }
        switch path {
        case "/metrics": return (200, "text/plain; version=0.0.4; charset=utf-8", metrics.text)
        case "/health": return (health.isAlive ? 200 : 503, "application/json", health.json)
        default: return (404, "text/plain; charset=utf-8", "Served here: /metrics and /health.\n")
        }
    }
}

/// libmicrohttpd's callback; runs on its thread.
private let answer: MHD_AccessHandlerCallback = { context, connection, url, method, _, _, uploadSize, _ in
    guard let context, let url, let method else { return .NO }
    let content = Unmanaged<HTTPContent>.fromOpaque(context).takeUnretainedValue()
    // A body is read and thrown away.
    if let size = uploadSize, size.pointee > 0 {
        size.pointee = 0
        return .YES
    }
    let (status, type, body) = content.response(method: String(cString: method), path: String(cString: url))
    var text = body
    let response = text.withUTF8 { beaconbus_mhd_response($0.baseAddress, $0.count) }
    guard let response else { return .NO }
    defer { MHD_destroy_response(response) }
    MHD_add_response_header(response, "Content-Type", type)
    MHD_add_response_header(response, "Cache-Control", "no-store")
    return MHD_queue_response(connection, status, response)
}
