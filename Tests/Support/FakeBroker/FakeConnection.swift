internal import Bus
internal import Glibc

/// One connection of a ``FakeBroker``, playing its script on the broker's thread.
final class FakeConnection {
    private var socket: Int32
    private let index: Int
    private unowned let broker: FakeBroker
    private let conduct: FakeBroker.Conduct
    private var buffer: [UInt8] = []
    private var filters: [String] = []
    private var nextIdentifier: UInt16 = 1_000

    init(_ socket: Int32, _ index: Int, _ broker: FakeBroker, _ conduct: FakeBroker.Conduct) {
        self.socket = socket
        self.index = index
        self.broker = broker
        self.conduct = conduct
    }

    func play(_ script: [FakeBroker.Step]) {
        for step in script where socket >= 0 {
            switch step {
            case .expect(let kind):
                while socket >= 0, let packet = read(within: .seconds(10)) {
                    if packet.kind == kind { break }
                    answer(packet)
                }
            case .send(let bytes): send(bytes)
            case .acceptConnect(let reason): send(MQTTPacket.bytes(.connack, [0, reason, 0]))
            case .serve(let quiet):
                while socket >= 0, let packet = read(within: quiet) { answer(packet) }
            case .serveUntil(let topic):
                while socket >= 0, !broker.isClosed {
                    guard let packet = read(within: .milliseconds(20)) else { continue }
                    answer(packet)
                    if packet.kind == .publish, packet.topic == topic { break }
                }
            case .serveForEver:
                while socket >= 0, !broker.isClosed {
                    if let packet = read(within: .milliseconds(20)) { answer(packet) }
                }
            case .silence(let span):
                let end = ContinuousClock.now + span
                while ContinuousClock.now < end, !broker.isClosed { usleep(2_000) }
            case .close: end(reset: false)
            case .reset: end(reset: true)
            }
        }
        end(reset: false)
    }

    private func end(reset: Bool) {
        guard socket >= 0 else { return }
        if reset {
            var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
            setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        }
        close(socket)
        socket = -1
    }

    private func send(_ bytes: [UInt8]) {
        guard socket >= 0 else { return }
        if Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) != bytes.count { end(reset: false) }
    }

    private func read(within limit: Duration) -> MQTTPacket? {
        let end = ContinuousClock.now + limit
        while true {
            if let packet = MQTTPacket.take(from: &buffer) {
                broker.record(packet, index)
                return packet
            }
            guard ContinuousClock.now < end, !broker.isClosed else { return nil }
            var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, 5) > 0 else { continue }
            var chunk = [UInt8](repeating: 0, count: 4_096)
            let count = Glibc.read(socket, &chunk, chunk.count)
            guard count > 0 else {
                self.end(reset: false)
                return nil
            }
            buffer += chunk[..<count]
        }
    }

    private func answer(_ packet: MQTTPacket) {
        let identifier = packet.identifier.map { [UInt8($0 >> 8), UInt8($0 & 0xff)] } ?? []
        switch packet.kind {
        case .subscribe:
            let reason = packet.filter.flatMap { conduct.refusedFilters[$0] }
            if reason == nil, let filter = packet.filter { filters.append(filter) }
            send(MQTTPacket.bytes(.suback, identifier + [0, reason ?? 1]))
        case .unsubscribe:
            send(MQTTPacket.bytes(.unsuback, identifier + [0, 0]))
        case .pingreq:
            send(MQTTPacket.bytes(.pingresp, []))
        case .publish:
            if !identifier.isEmpty, !conduct.withholdsPubacks {
                let reason = conduct.pubackReason == 0 ? [] : [conduct.pubackReason]
                send(MQTTPacket.bytes(.puback, identifier + reason))
            }
            if conduct.echoes, let topic = packet.topic, filters.contains(where: { Subscription.matches($0, topic) }) {
                nextIdentifier += 1
                send(MQTTPacket.publish(topic, packet.payload, identifier: nextIdentifier))
            }
        case .disconnect:
            end(reset: false)
        default:
            break
        }
    }
}
