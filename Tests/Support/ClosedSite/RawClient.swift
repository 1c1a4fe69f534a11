internal import CMosquitto
internal import Glibc

/// An MQTT client without any policy, for tests of what a broker lets through: one thread, one connection, reason codes
/// as they come. MQTT 5 unless said otherwise.
public final class RawClient {
    public enum Connecting: Equatable, Sendable {
        case accepted
        /// CONNACK with a reason code, or with MQTT 3.1.1 a return code.
        case refused(Int32)
        /// The connection ended before, with libmosquitto's code.
        case ended(Int32)
    }

    public struct Received: Sendable, Hashable {
        public let topic: String
        public let payload: String
        public let retained: Bool
    }

    private var handle: OpaquePointer?
    private var connack: Int32?
    private var ending: Int32?
    private var acknowledged: [Int32: Int32] = [:]
    private var granted: [Int32: [UInt8]] = [:]
    public private(set) var received: [Received] = []

    /// - Parameters:
    ///   - id: the MQTT client id, behind the `auto-` that a closed broker asks for.
    ///   - isFree: leaves that out.
    ///   - tls: authority, certificate and key files; nil = plain text.
    ///   - version: 5 or 4 (3.1.1).
    public init(
        _ id: String, isFree: Bool = false, tls: (authority: String, certificate: String?, key: String?)?,
        version: Int32 = 5,
        tlsVersion: String = "tlsv1.3", will: (topic: String, payload: String, retain: Bool)? = nil
    ) {
        mosquitto_lib_init()
        handle = mosquitto_new(isFree ? id : "auto-\(id)", true, Unmanaged.passUnretained(self).toOpaque())
        guard let handle else { return }
        mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, version)
        mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
        mosquitto_int_option(handle, MOSQ_OPT_SEND_MAXIMUM, 100)
        if let tls {
            let code = mosquitto_tls_set(handle, tls.authority, nil, tls.certificate, tls.key, nil)
            precondition(code == 0, "a TLS file is not there")
            mosquitto_tls_opts_set(handle, 1, tlsVersion, nil)
        }
        if let will {
            mosquitto_will_set_v5(
                handle, will.topic, Int32(will.payload.utf8.count), will.payload, 1, will.retain, nil)
        }
        setCallbacks(handle)
    }

    deinit {
        if let handle { mosquitto_destroy(handle) }
    }

    /// Connects and waits for the answer.
    public func connect(_ port: UInt16, within limit: Double = 60) -> Connecting {
        let code = mosquitto_connect(handle, "127.0.0.1", Int32(port), 60)
        guard code == 0 else { return .ended(code) }
        loop(limit) { connack != nil }
        guard let connack else { return .ended(ending ?? -1) }
        return connack == 0 ? .accepted : .refused(connack)
    }

    public var isOpen: Bool { ending == nil && mosquitto_socket(handle) >= 0 }

    /// The reason code of each filter.
    public func subscribe(_ filters: [String]) -> [UInt8] {
        var codes: [UInt8] = []
        for start in stride(from: 0, to: filters.count, by: 50) {
            let part = filters[start..<min(start + 50, filters.count)]
            var names = part.map { strdup($0) }
            defer { for name in names { free(name) } }
            var id: Int32 = 0
            mosquitto_subscribe_multiple(handle, &id, Int32(names.count), &names, 1, 0, nil)
            loop(60) { granted[id] != nil }
            codes += granted[id] ?? []
        }
        return codes
    }

    /// The reason code of each message, published with quality of service 1.
    public func publish(_ messages: [(topic: String, payload: String)], retain: Bool = false) -> [Int32?] {
        acknowledged = [:]
        var ids: [Int32] = []
        for message in messages {
            var id: Int32 = 0
            mosquitto_publish_v5(
                handle, &id, message.topic, Int32(message.payload.utf8.count), message.payload, 1, retain, nil)
            ids.append(id)
        }
        loop(60) { acknowledged.count >= ids.count }
        return ids.map { acknowledged[$0] }
    }

    /// Reads until the condition holds, the connection ends, or the limit in seconds is over.
    @discardableResult
    public func loop(_ limit: Double = 10, until condition: () -> Bool = { false }) -> Bool {
        let deadline = Self.now + limit
        while !condition() {
            guard isOpen, Self.now < deadline else { return condition() }
            let code = mosquitto_loop(handle, 10, 1)
            if code != 0, ending == nil { ending = code }
        }
        return true
    }

    /// Forgets what was received so far.
    public func forget() { received = [] }

    /// Says goodbye; no will.
    public func disconnect() {
        mosquitto_disconnect(handle)
        loop(0.2)
    }

    /// Breaks the connection, so that the will is due.
    public func drop() {
        let socket = mosquitto_socket(handle)
        if socket >= 0 { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private nonisolated func setCallbacks(_ handle: OpaquePointer) {
        mosquitto_connect_v5_callback_set(handle) { _, raw, code, _, _ in RawClient.from(raw)?.connack = code }
        mosquitto_disconnect_v5_callback_set(handle) { _, raw, code, _ in RawClient.from(raw)?.ending = code }
        mosquitto_publish_v5_callback_set(handle) { _, raw, id, code, _ in
            RawClient.from(raw)?.acknowledged[id] = code
        }
        mosquitto_subscribe_v5_callback_set(handle) { _, raw, id, count, codes, _ in
            guard let codes else { return }
            RawClient.from(raw)?.granted[id] = (0..<Int(count)).map { UInt8(clamping: codes[$0]) }
        }
        mosquitto_message_v5_callback_set(handle) { _, raw, message, _ in
            guard let message, let topic = message.pointee.topic else { return }
            let bytes = UnsafeRawBufferPointer(
                start: message.pointee.payload, count: Int(message.pointee.payloadlen))
            RawClient.from(raw)?.received.append(
                Received(
                    topic: String(cString: topic), payload: String(decoding: bytes, as: UTF8.self),
                    retained: message.pointee.retain))
        }
    }

    private static func from(_ raw: UnsafeMutableRawPointer?) -> RawClient? {
        raw.map { Unmanaged<RawClient>.fromOpaque($0).takeUnretainedValue() }
    }
}
