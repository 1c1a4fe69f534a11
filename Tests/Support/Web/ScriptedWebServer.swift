internal import COpenSSL
internal import Glibc
internal import Synchronization

/// A real web server on a loopback port that does with each request what its closure says: slow, silent, lying, cut
/// off, endless. Each connection has a thread of its own.
public final class ScriptedWebServer: Sendable {
    private struct State {
        var connections = 0
        var requests: [WebRequestText] = []
        var threads: [TestThread] = []
        var isClosed = false
    }

    private struct Context: @unchecked Sendable {
        let pointer: OpaquePointer?
    }

    public let port: UInt16
    private let listener: Int32
    private let respond: @Sendable (WebRequestText) -> [WebStep]
    private let context: Context
    private let state = Mutex(State())
    private let thread = Mutex<TestThread?>(nil)

    /// - Parameter tls: certificate chain and key, PEM files; nil = plain http.
    public init(
        tls: (certificate: String, key: String)? = nil,
        respond: @escaping @Sendable (WebRequestText) -> [WebStep]
    ) throws {
        port = LoopbackPort.free()
        self.respond = respond
        guard let listener = LoopbackPort.listen(port) else {
            throw ChildProcess.Failure(description: "port \(port) cannot be listened on")
        }
        self.listener = listener
        context = Context(pointer: try tls.map { try Self.context($0.certificate, $0.key) })
        signal(SIGPIPE, SIG_IGN)
        let thread = TestThread { [self] in run() }
        self.thread.withLock { $0 = thread }
    }

    /// `http://127.0.0.1:port/path`.
    public func url(_ path: String = "/validate", host: String = "127.0.0.1") -> String {
        "\(context.pointer == nil ? "http" : "https")://\(host):\(port)\(path)"
    }

    /// TCP connections accepted so far.
    public var connections: Int { state.withLock { $0.connections } }

    /// Whole requests received so far.
    public var requests: [WebRequestText] { state.withLock { $0.requests } }

    /// Ends all connections and threads.
    public func close() {
        state.withLock { $0.isClosed = true }
        thread.withLock {
            $0?.join()
            $0 = nil
        }
        let threads = state.withLock { state in
            defer { state.threads = [] }
            return state.threads
        }
        for thread in threads { thread.join() }
        SSL_CTX_free(context.pointer)
    }

    private var isOpen: Bool { !state.withLock { $0.isClosed } }

    private static func context(_ certificate: String, _ key: String) throws -> OpaquePointer {
        guard let context = SSL_CTX_new(TLS_server_method()),
            SSL_CTX_use_certificate_chain_file(context, certificate) == 1,
            SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1
        else { throw ChildProcess.Failure(description: "\(certificate) or \(key) cannot be used") }
        return context
    }

    private func run() {
        while isOpen {
            var polled = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, 20) > 0 else { continue }
            let socket = accept(listener, nil, nil)
            guard socket >= 0 else { continue }
            state.withLock { state in
                state.connections += 1
                let number = state.connections
                state.threads.append(TestThread { [self] in serve(socket, number) })
            }
        }
        Glibc.close(listener)
    }

    private func serve(_ socket: Int32, _ number: Int) {
        guard let channel = WebChannel(socket: socket, context: context.pointer) else { return }
        var buffer: [UInt8] = []
        while let request = request(channel, &buffer, number) {
            state.withLock { $0.requests.append(request) }
            for step in respond(request) {
                guard perform(step, channel) else { return }
            }
        }
        channel.shutdown()
    }

    private func request(_ channel: WebChannel, _ buffer: inout [UInt8], _ number: Int) -> WebRequestText? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let index = buffer.indices.first(where: { buffer[$0...].starts(with: end) }) {
                let head = Array(buffer[..<index])
                let whole = index + 4 + WebRequestText.length(head: head)
                if buffer.count >= whole {
                    defer { buffer.removeFirst(whole) }
                    return WebRequestText(head: head, body: Array(buffer[(index + 4)..<whole]), connection: number)
                }
            }
            guard let more = channel.read(65_536, while: { isOpen }) else { return nil }
            buffer += more
        }
    }

    /// False if the connection is over.
    private func perform(_ step: WebStep, _ channel: WebChannel) -> Bool {
        switch step {
        case .send(let bytes): return channel.write(bytes)
        case .trickle(let bytes, let pause):
            for byte in bytes {
                guard wait(pause), channel.write([byte]) else { return false }
            }
            return true
        case .flood(let bytes, let count):
            var sent = 0
            while sent < count {
                guard isOpen, channel.write(bytes) else { return false }
                sent += bytes.count
            }
            return true
        case .silence:
            while channel.read(4_096, while: { isOpen }) != nil {}
            return false
        case .wait(let pause): return wait(pause)
        case .close:
            channel.shutdown()
            return false
        case .reset:
            channel.reset()
            return false
        }
    }

    private func wait(_ pause: Duration) -> Bool {
        let clock = ContinuousClock()
        let end = clock.now + pause
        while clock.now < end {
            guard isOpen else { return false }
            usleep(1_000)
        }
        return true
    }
}
