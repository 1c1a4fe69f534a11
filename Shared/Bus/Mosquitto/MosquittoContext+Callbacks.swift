internal import CMosquitto
internal import Glibc
internal import Schema

/// The C callbacks: they capture nothing, copy what the library owns, never throw and never call out.
extension MosquittoContext {
    static func register(on handle: OpaquePointer) {
        mosquitto_connect_v5_callback_set(handle) { _, userdata, reason, _, properties in
            MosquittoContext.of(userdata)?.connected(reason: reason, properties)
        }
        mosquitto_disconnect_v5_callback_set(handle) { _, userdata, reason, _ in
            guard let context = MosquittoContext.of(userdata) else { return }
            if context.disconnectReason == nil { context.disconnectReason = reason }
        }
        mosquitto_subscribe_v5_callback_set(handle) { _, userdata, id, count, granted, _ in
            guard let context = MosquittoContext.of(userdata) else { return }
            context.progress += 1
            let reason = count > 0 ? granted.map { UInt8(truncatingIfNeeded: $0[0]) } : nil
            context.events.append(.subscribed(id, reason: reason ?? 0x80))
        }
        mosquitto_publish_v5_callback_set(handle) { _, userdata, id, reason, _ in
            guard let context = MosquittoContext.of(userdata) else { return }
            context.progress += 1
            context.events.append(.acknowledged(id, reason: UInt8(truncatingIfNeeded: reason)))
        }
        mosquitto_message_v5_callback_set(handle) { _, userdata, message, properties in
            guard let context = MosquittoContext.of(userdata), let message else { return }
            context.progress += 1
            context.arrived(message.pointee, properties)
        }
        mosquitto_log_callback_set(handle) { _, userdata, level, line in
            guard level == MOSQ_LOG_ERR || level == MOSQ_LOG_WARNING, let line else { return }
            MosquittoContext.of(userdata)?.note(error: String(cString: line))
        }
    }

    private func connected(reason: Int32, _ properties: OpaquePointer?) {
        progress += 1
        guard reason == 0 else {
            events.append(.refused(reason: UInt8(truncatingIfNeeded: reason)))
            return
        }
        var receiveMaximum = UInt16.max
        if let properties {
            mosquitto_property_read_int16(
                properties, Int32(MQTT_PROP_RECEIVE_MAXIMUM.rawValue), &receiveMaximum, false)
        }
        events.append(.accepted(receiveMaximum: Int(receiveMaximum)))
    }

    private func arrived(_ message: mosquitto_message, _ properties: OpaquePointer?) {
        guard let topic = message.topic else { return }
        let payload: [UInt8] =
            if let start = message.payload, message.payloadlen > 0 {
                [UInt8](UnsafeRawBufferPointer(start: start, count: Int(message.payloadlen)))
            } else {
                []
            }
        var expiry: Duration?
        var responseTopic: String?
        var correlation: [UInt8] = []
        if let properties {
            var seconds: UInt32 = 0
            if mosquitto_property_read_int32(
                properties, Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), &seconds, false) != nil
            {
                expiry = .seconds(Int64(seconds))
            }
            responseTopic = Self.text(properties, MQTT_PROP_RESPONSE_TOPIC)
            correlation = Self.bytes(properties, MQTT_PROP_CORRELATION_DATA)
        }
        events.append(
            .message(
                IncomingMessage(
                    topicName: String(cString: topic), topic: nil, payload: payload,
                    qos: message.qos == 0 ? .atMostOnce : .atLeastOnce, retained: message.retain,
                    expiry: expiry, responseTopic: responseTopic, correlation: correlation, receivedAt: now)))
    }

    private static func text(_ properties: OpaquePointer, _ name: mqtt5_property) -> String? {
        var pointer: UnsafeMutablePointer<CChar>?
        guard mosquitto_property_read_string(properties, Int32(name.rawValue), &pointer, false) != nil, let pointer
        else { return nil }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    private static func bytes(_ properties: OpaquePointer, _ name: mqtt5_property) -> [UInt8] {
        var pointer: UnsafeMutableRawPointer?
        var count: UInt16 = 0
        guard mosquitto_property_read_binary(properties, Int32(name.rawValue), &pointer, &count, false) != nil,
            let pointer
        else { return [] }
        defer { free(pointer) }
        return [UInt8](UnsafeRawBufferPointer(start: pointer, count: Int(count)))
    }
}
