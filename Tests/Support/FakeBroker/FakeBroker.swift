public import Bus
internal import Glibc
internal import Synchronization

/// A broker that speaks exact MQTT 5 bytes on a loopback socket and does what its script says: how a client behaves
/// towards a peer that is broken in a chosen way. Each connection consumes one script, the last one is used for all
/// further ones.
public final class FakeBroker: Sendable {
    /// One step of a script.
    public enum Step: Sendable {
        /// Wait for the client's packet of this kind and remember it. SUBSCRIBEs and PUBLISHes that come meanwhile are
        /// handled as `conduct` says.
        case expect(MQTTPacket.Kind)
        /// Send these bytes.
        case send([UInt8])
        /// CONNACK with a reason.
        case acceptConnect(reason: UInt8 = 0)
        /// Answer what comes by `conduct` until it has been quiet for so long.
        case serve(Duration)
        /// Answer what comes by `conduct` until the client has published on this topic.
        case serveUntil(topic: String)
        /// Answer what comes by `conduct` until the client ends the connection.
        case serveForEver
        /// Keep the connection open and read nothing for so long.
        case silence(Duration)
        /// Close with a FIN.
        case close
        /// Close with a RST.
        case reset
    }

    /// How packets are answered while serving.
    public struct Conduct: Sendable {
        /// SUBACK reason by filter; granted QoS 1 otherwise.
        public var refusedFilters: [String: UInt8] = [:]
        public var withholdsPubacks = false
        public var pubackReason: UInt8 = 0
        /// Sends what is published back if it matches a subscription, as a broker does.
        public var echoes = true

        public init() {}
    }

    private struct State {
        var scripts: [[Step]]
        var used = 0
        var packets: [[MQTTPacket]] = []
        var isClosed = false
    }

    public let port: UInt16
    private let conduct: Conduct
    private let listener: Int32
    private let state: Mutex<State>
    private let thread = Mutex<TestThread?>(nil)

    public init(_ scripts: [Step]..., conduct: Conduct = Conduct()) throws {
        port = LoopbackPort.free()
        self.conduct = conduct
        guard let listener = LoopbackPort.listen(port) else {
            throw ChildProcess.Failure(description: "port \(port) cannot be listened on")
        }
        self.listener = listener
        state = Mutex(State(scripts: scripts))
        let thread = TestThread { [self] in run() }
        self.thread.withLock { $0 = thread }
    }

    public var address: BrokerAddress { BrokerAddress(host: "127.0.0.1", port: port) }

    /// Connections accepted so far.
    public var connections: Int { state.withLock { $0.packets.count } }

    /// What the client sent in one connection, counted from 0.
    public func packets(_ connection: Int) -> [MQTTPacket] {
        state.withLock { $0.packets.indices.contains(connection) ? $0.packets[connection] : [] }
    }

    /// Ends it and its thread.
    public func close() {
        state.withLock { $0.isClosed = true }
        thread.withLock {
            $0?.join()
            $0 = nil
        }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func record(_ packet: MQTTPacket, _ connection: Int) {
        state.withLock { $0.packets[connection].append(packet) }
    }

    private func run() {
        while !isClosed {
            var polled = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, 10) > 0 else { continue }
            let socket = accept(listener, nil, nil)
            guard socket >= 0 else { continue }
            let (index, script) = state.withLock { state -> (Int, [Step]) in
                let script = state.scripts.isEmpty ? [] : state.scripts[min(state.used, state.scripts.count - 1)]
                state.used += 1
                state.packets.append([])
                return (state.packets.count - 1, script)
            }
            FakeConnection(socket, index, self, conduct).play(script)
        }
        Glibc.close(listener)
    }
}
