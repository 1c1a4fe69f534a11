internal import CMosquitto
internal import Glibc
internal import Schema

/// The transport over libmosquitto with a poll loop of our own: everything is read, then committed, and only then
/// written, so that an acknowledgement follows its commit. Confined to the bus thread.
final class MosquittoTransport: Transport {
    private let wake: WakeDescriptor
    private var request: ConnectRequest?
    private var attempt: MosquittoAttempt?
    private var context: MosquittoContext?
    private var handle: OpaquePointer?
    private var nextHousekeeping = Instant.zero
    /// Attempts given up whose threads still wait for the network; bounded.
    private var abandoned: [MosquittoAttempt] = []
    private var failed: TransportEvent?

    private static let greatestAbandoned = 4

    /// `wake` ends ``wait(until:mayWrite:)`` when it is woken.
    init(wake: WakeDescriptor) {
        self.wake = wake
    }

    func open(_ request: ConnectRequest) {
        abort()
        self.request = request
        abandoned.removeAll(where: \.hasEnded)
        guard abandoned.count < Self.greatestAbandoned else {
            failed = .closed(.unreachable, .tooManyAttempts(request.broker))
            return
        }
        attempt = MosquittoAttempt(request, wake: wake)
    }

    func subscribe(_ subscription: Subscription) -> PacketID? {
        guard let handle else { return nil }
        var options = Int32(subscription.retainedMessages.rawValue) << 4
        if subscription.noLocal { options |= 0x04 }
        if subscription.retainAsPublished { options |= 0x08 }
        var id: Int32 = 0
        let code = mosquitto_subscribe_v5(
            handle, &id, subscription.filter, Int32(subscription.qos.rawValue), options, nil)
        guard code == MOSQ_ERR_SUCCESS.rawValue else {
            if code == MOSQ_ERR_INVAL.rawValue || code == MOSQ_ERR_MALFORMED_UTF8.rawValue {
                // A filter the library does not take is answered as the broker would.
                invalidFilters -= 1
                context?.events.append(.subscribed(invalidFilters, reason: 0x8f))
                return invalidFilters
            }
            return nil
        }
        return id
    }

    private var invalidFilters: PacketID = 0

    func unsubscribe(_ filter: String) {
        guard let handle else { return }
        var id: Int32 = 0
        _ = mosquitto_unsubscribe(handle, &id, filter)
    }

    func publish(_ message: OutgoingMessage) -> PublishSubmission {
        guard let handle, mosquitto_socket(handle) >= 0 else { return .closed }
        var properties: OpaquePointer?
        if let expiry = message.expiry {
            mosquitto_property_add_int32(&properties, Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), expiry)
        }
        if let topic = message.responseTopic {
            mosquitto_property_add_string(&properties, Int32(MQTT_PROP_RESPONSE_TOPIC.rawValue), topic)
        }
        if !message.correlation.isEmpty {
            mosquitto_property_add_binary(
                &properties, Int32(MQTT_PROP_CORRELATION_DATA.rawValue), message.correlation,
                UInt16(clamping: message.correlation.count))
        }
        defer { if properties != nil { mosquitto_property_free_all(&properties) } }
        var id: Int32 = 0
        let code = message.payload.withUnsafeBytes { bytes in
            mosquitto_publish_v5(
                handle, &id, message.topic, Int32(bytes.count), bytes.baseAddress, Int32(message.qos.rawValue),
                message.retain, properties)
        }
        switch code {
        // "No connection" means accepted for QoS 1: the connection's end will be told.
        case MOSQ_ERR_SUCCESS.rawValue: return .accepted(id)
        case MOSQ_ERR_NO_CONN.rawValue: return .closed
        case MOSQ_ERR_OVERSIZE_PACKET.rawValue, MOSQ_ERR_PAYLOAD_SIZE.rawValue: return .tooLarge
        default: return .invalid
        }
    }

    var certificate: CertificateValidity? { context?.tls.certificate }

    func stamp(of files: TLSConfiguration) -> UInt64? { TLSFiles.stamp(files) }

    func stored(_ files: TLSConfiguration) -> CertificateValidity? { TLSFiles.stored(files) }

    func close(publishingWill: Bool) {
        if let handle {
            mosquitto_disconnect_v5(handle, publishingWill ? Int32(MQTT_RC_DISCONNECT_WITH_WILL_MSG.rawValue) : 0, nil)
            let limit = Instant.now() + .milliseconds(250)
            while mosquitto_socket(handle) >= 0, mosquitto_want_write(handle), Instant.now() < limit {
                var polled = pollfd(fd: mosquitto_socket(handle), events: Int16(POLLOUT), revents: 0)
                poll(&polled, 1, 50)
                guard mosquitto_loop_write(handle, 1) == MOSQ_ERR_SUCCESS.rawValue else { break }
            }
        }
        drop()
    }

    func abort() {
        if let handle, mosquitto_socket(handle) >= 0 { Glibc.shutdown(mosquitto_socket(handle), Int32(SHUT_RDWR)) }
        drop()
    }

    /// Frees everything.
    func shutdown() {
        abort()
    }

    private func drop() {
        if let attempt {
            attempt.abandon()
            abandoned.append(attempt)
        }
        attempt = nil
        failed = nil
        if let handle { mosquitto_destroy(handle) }
        handle = nil
        context = nil
    }

    /// Waits for the socket, the wake descriptor, housekeeping or the deadline.
    func wait(until deadline: Instant?, mayWrite: Bool) {
        let now = Instant.now()
        if let context, !context.events.isEmpty { return }
        // Its wake-up may have been read as one of the mailbox.
        if failed != nil || attempt?.isDone ?? false { return }
        var limit = deadline ?? .distantFuture
        if handle != nil { limit = min(limit, nextHousekeeping) }
        let span = max(0, limit.nanoseconds(since: now))
        let socket = handle.map { mosquitto_socket($0) } ?? -1
        var events = Int16(POLLIN)
        if mayWrite, let handle, mosquitto_want_write(handle) { events |= Int16(POLLOUT) }
        var polled = (
            pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: events, revents: 0)
        )
        withUnsafeMutableBytes(of: &polled) { bytes in
            let list = bytes.assumingMemoryBound(to: pollfd.self)
            // Rounded up, so that a deadline has really come when the wait ends.
            _ = poll(list.baseAddress, 2, Int32(clamping: (span + 999_999) / 1_000_000))
        }
        // Cleared before the work is taken, so that work posted meanwhile wakes again; not touched on other passes.
        if polled.0.revents != 0 { wake.clear() }
    }

    /// Reads until the socket is empty or `limit` packets are there, and returns what happened.
    func read(limit: Int) -> [TransportEvent] {
        if let failed {
            self.failed = nil
            return [failed]
        }
        if handle == nil, let event = fetchAttempt() { return [event] }
        guard let handle, let context else { return [] }
        let now = Instant.now()
        context.now = now
        var code = MOSQ_ERR_SUCCESS.rawValue
        if now >= nextHousekeeping {
            nextHousekeeping = now + .seconds(1)
            code = mosquitto_loop_misc(handle)
        }
        errno = 0
        while code == MOSQ_ERR_SUCCESS.rawValue, mosquitto_socket(handle) >= 0, context.events.count < limit {
            let before = context.progress
            code = mosquitto_loop_read(handle, 1)
            if context.progress == before { break }
        }
        let cause = errno
        var events = context.events
        context.events.removeAll(keepingCapacity: true)
        if mosquitto_socket(handle) < 0 || code != MOSQ_ERR_SUCCESS.rawValue, let request {
            let failure = MosquittoFailure.ended(code, errno: cause, context, request)
            events.append(.closed(failure.kind, failure.error))
        }
        return events
    }

    /// Writes what is queued; true if nothing is left.
    func write() -> Bool {
        guard let handle, mosquitto_socket(handle) >= 0 else { return true }
        guard mosquitto_want_write(handle) else { return true }
        _ = mosquitto_loop_write(handle, 1)
        return !mosquitto_want_write(handle)
    }

    private func fetchAttempt() -> TransportEvent? {
        guard let attempt, let outcome = attempt.fetch() else { return nil }
        switch outcome {
        case .connected(let pointer):
            handle = pointer.pointer
            context = attempt.context
            nextHousekeeping = .zero
            self.attempt = nil
            return nil
        case .failed(let kind, let error):
            self.attempt = nil
            return .closed(kind, error)
        }
    }
}
