internal import Glibc
internal import Synchronization

/// A TCP proxy on a loopback port that can stop forwarding: a link on which nothing arrives any more and nobody is
/// told.
public final class LoopbackProxy: Sendable {
    private struct State {
        var isFrozen = false
        var isClosed = false
        var pairs: [(client: Int32, server: Int32)] = []
    }

    public let port: UInt16
    private let target: UInt16
    private let listener: Int32
    private let state = Mutex(State())
    private let thread = Mutex<TestThread?>(nil)

    /// Forwards to a port.
    public init(to target: UInt16) throws {
        self.target = target
        port = LoopbackPort.free()
        guard let listener = LoopbackPort.listen(port) else {
            throw ChildProcess.Failure(description: "port \(port) cannot be listened on")
        }
        self.listener = listener
        let thread = TestThread { [self] in forward() }
        self.thread.withLock { $0 = thread }
    }

    /// From now on nothing is forwarded, in no direction, and no connection is accepted; all stay open.
    public var isFrozen: Bool {
        get { state.withLock { $0.isFrozen } }
        set { state.withLock { $0.isFrozen = newValue } }
    }

    /// Ends all connections with a reset.
    public func reset() {
        state.withLock { state in
            for pair in state.pairs { Self.reset(pair) }
            state.pairs = []
        }
    }

    /// Ends the proxy.
    public func close() {
        state.withLock { $0.isClosed = true }
        thread.withLock {
            $0?.join(); $0 = nil
        }
    }

    private static func reset(_ pair: (client: Int32, server: Int32)) {
        for descriptor in [pair.client, pair.server] {
            var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
            Glibc.close(descriptor)
        }
    }

    private func forward() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !state.withLock({ $0.isClosed }) {
            if isFrozen {
                usleep(2_000)
                continue
            }
            let pairs = state.withLock { $0.pairs }
            var polled = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
            for pair in pairs {
                polled.append(pollfd(fd: pair.client, events: Int16(POLLIN), revents: 0))
                polled.append(pollfd(fd: pair.server, events: Int16(POLLIN), revents: 0))
            }
            guard poll(&polled, nfds_t(polled.count), 5) > 0, !isFrozen else { continue }
            if polled[0].revents != 0 { accept() }
            for (index, pair) in pairs.enumerated() {
                if polled[1 + 2 * index].revents != 0 { copy(pair.client, pair.server, pair, &buffer) }
                if polled[2 + 2 * index].revents != 0 { copy(pair.server, pair.client, pair, &buffer) }
            }
        }
        reset()
        Glibc.close(listener)
    }

    private func accept() {
        let client = Glibc.accept(listener, nil, nil)
        guard client >= 0 else { return }
        guard let server = LoopbackPort.connect(target) else {
            Glibc.close(client)
            return
        }
        state.withLock { $0.pairs.append((client, server)) }
    }

    private func copy(
        _ from: Int32, _ to: Int32, _ pair: (client: Int32, server: Int32), _ buffer: inout [UInt8]
    ) {
        let count = read(from, &buffer, buffer.count)
        if count > 0 {
            var written = 0
            while written < count {
                let result = buffer.withUnsafeBytes {
                    send(to, $0.baseAddress.map { $0 + written }, count - written, Int32(MSG_NOSIGNAL))
                }
                guard result > 0 else { break }
                written += result
            }
            if written == count { return }
        }
        state.withLock { state in
            guard state.pairs.contains(where: { $0.client == pair.client }) else { return }
            state.pairs.removeAll { $0.client == pair.client }
            Glibc.close(pair.client)
            Glibc.close(pair.server)
        }
    }
}
