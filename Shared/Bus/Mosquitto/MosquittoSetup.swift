internal import CMosquitto
internal import COpenSSL
internal import Glibc
internal import Schema
internal import Synchronization

/// A handle with all its options, made anew for each attempt: nothing of a connection before survives.
enum MosquittoSetup {
    /// The library's start is an unlocked counter; its end would unload OpenSSL for the whole process and is never
    /// called.
    private static let started: Bool = mosquitto_lib_init() == MOSQ_ERR_SUCCESS.rawValue

    static func handle(
        for request: ConnectRequest, _ context: MosquittoContext
    ) throws(BeaconBusError) -> OpaquePointer {
        let userdata = Unmanaged.passUnretained(context).toOpaque()
        guard started, let handle = mosquitto_new(request.clientID, true, userdata) else {
            throw failure("a handle cannot be made")
        }
        do throws(BeaconBusError) {
            MosquittoContext.register(on: handle)
            // Packets are only queued by a call and written by our loop, after the commit.
            try check(mosquitto_threaded_set(handle, true), "threaded")
            try option(handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5)
            try option(handle, MOSQ_OPT_RECEIVE_MAXIMUM, Int32(request.receiveMaximum))
            try option(handle, MOSQ_OPT_SEND_MAXIMUM, Int32(request.window))
            try option(handle, MOSQ_OPT_TCP_NODELAY, 1)
            try secure(handle, request, context)
            try setWill(handle, request.will)
            return handle
        } catch {
            mosquitto_destroy(handle)
            throw error
        }
    }

    /// Blocks until the TCP connection stands or has failed; CONNECT is queued then.
    static func connect(_ handle: OpaquePointer, _ request: ConnectRequest) -> Int32 {
        var properties: OpaquePointer?
        mosquitto_property_add_int32(
            &properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), request.maximumPacket)
        defer { mosquitto_property_free_all(&properties) }
        errno = 0
        let code = mosquitto_connect_bind_v5(
            handle, request.broker.host, Int32(request.broker.port), Int32(request.keepAlive), nil, properties)
        let cause = errno
        if code == MOSQ_ERR_SUCCESS.rawValue {
            let socket = mosquitto_socket(handle)
            _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
            // What was sent and is not acknowledged by the peer's TCP for this long ends the connection (R22).
            var timeout = Int32(request.keepAlive) * 1_000
            setsockopt(
                socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &timeout,
                socklen_t(MemoryLayout<Int32>.size))
        }
        errno = cause
        return code
    }

    private static func secure(
        _ handle: OpaquePointer, _ request: ConnectRequest, _ context: MosquittoContext
    ) throws(BeaconBusError) {
        if let tls = request.tls {
            let settings = try TLSContext.make(tls, host: request.broker.host, context)
            defer { SSL_CTX_free(settings) }
            try option(handle, MOSQ_OPT_SSL_CTX_WITH_DEFAULTS, 0)
            try check(mosquitto_void_option(handle, MOSQ_OPT_SSL_CTX, UnsafeMutableRawPointer(settings)), "TLS")
        }
        if let credentials = request.credentials {
            let password: String? =
                switch credentials.password {
                case .none: nil
                case .text(let text): text
                case .file(let path): try PasswordFile.read(path)
                }
            try check(mosquitto_username_pw_set(handle, credentials.username, password), "user name")
        }
    }

    private static func setWill(_ handle: OpaquePointer, _ will: OutgoingMessage?) throws(BeaconBusError) {
        guard let will else { return }
        let code = will.payload.withUnsafeBytes { bytes in
            mosquitto_will_set_v5(
                handle, will.topic, Int32(bytes.count), bytes.baseAddress, Int32(will.qos.rawValue), will.retain, nil)
        }
        try check(code, "will")
    }

    private static func option(_ handle: OpaquePointer, _ name: mosq_opt_t, _ value: Int32) throws(BeaconBusError) {
        try check(mosquitto_int_option(handle, name, value), "option \(name.rawValue)")
    }

    private static func check(_ code: Int32, _ what: String) throws(BeaconBusError) {
        guard code == MOSQ_ERR_SUCCESS.rawValue else {
            throw failure("\(what): \(String(cString: mosquitto_strerror(code)))")
        }
    }

    private static func failure(_ reason: String) -> BeaconBusError {
        BeaconBusError(
            .configurationInvalid, "The connection to the broker cannot be set up", reason: reason,
            suggestion: "Check the bus settings: client id, TLS files, user name.")
    }
}

/// The text of an errno value.
func describe(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "error \(code)" }
}
