/// One MQTT 5 control packet as it was on the wire.
public struct MQTTPacket: Sendable, Equatable {
    public enum Kind: UInt8, Sendable {
        case connect = 1
        case connack, publish, puback, pubrec, pubrel, pubcomp, subscribe, suback, unsubscribe, unsuback, pingreq
        case pingresp, disconnect, auth
    }

    public let kind: Kind
    /// The low four bits of the first byte.
    public let flags: UInt8
    /// Everything behind the remaining length.
    public let body: [UInt8]

    /// Takes the first whole packet out of a buffer; nil if there is none yet.
    static func take(from buffer: inout [UInt8]) -> MQTTPacket? {
        guard let first = buffer.first, let kind = Kind(rawValue: first >> 4) else { return nil }
        guard let (length, used) = variable(buffer[1...]), buffer.count >= 1 + used + length else { return nil }
        let packet = MQTTPacket(kind: kind, flags: first & 0x0f, body: Array(buffer[(1 + used)..<(1 + used + length)]))
        buffer.removeFirst(1 + used + length)
        return packet
    }

    /// The packet identifier of a SUBSCRIBE, UNSUBSCRIBE, PUBACK, or a PUBLISH with QoS above 0.
    public var identifier: UInt16? {
        switch kind {
        case .subscribe, .unsubscribe, .puback: word(at: 0)
        case .publish: flags & 0x06 == 0 ? nil : word(at: 2 + Int(word(at: 0) ?? 0))
        default: nil
        }
    }

    /// The topic of a PUBLISH.
    public var topic: String? {
        guard kind == .publish, let length = word(at: 0), body.count >= 2 + Int(length) else { return nil }
        return String(decoding: body[2..<(2 + Int(length))], as: UTF8.self)
    }

    /// The payload of a PUBLISH.
    public var payload: [UInt8] {
        guard kind == .publish, let length = word(at: 0) else { return [] }
        let start = 2 + Int(length) + (flags & 0x06 == 0 ? 0 : 2)
        guard start <= body.count, let (properties, used) = Self.variable(body[start...]) else { return [] }
        return Array(body.dropFirst(start + used + properties))
    }

    /// The first filter of a SUBSCRIBE or UNSUBSCRIBE.
    public var filter: String? {
        guard kind == .subscribe || kind == .unsubscribe, let (properties, used) = Self.variable(body.dropFirst(2))
        else { return nil }
        let start = 2 + used + properties
        guard let length = word(at: start), body.count >= start + 2 + Int(length) else { return nil }
        return String(decoding: body[(start + 2)..<(start + 2 + Int(length))], as: UTF8.self)
    }

    /// The options byte behind the first filter of a SUBSCRIBE.
    public var options: UInt8? {
        guard kind == .subscribe, let filter else { return nil }
        guard let (properties, used) = Self.variable(body.dropFirst(2)) else { return nil }
        let at = 2 + used + properties + 2 + filter.utf8.count
        return at < body.count ? body[at] : nil
    }

    private func word(at offset: Int) -> UInt16? {
        guard offset >= 0, offset + 1 < body.count else { return nil }
        return UInt16(body[offset]) << 8 | UInt16(body[offset + 1])
    }

    /// A variable byte integer: its value and its length.
    private static func variable(_ bytes: ArraySlice<UInt8>) -> (value: Int, length: Int)? {
        var value = 0
        for (index, byte) in bytes.prefix(4).enumerated() {
            value |= Int(byte & 0x7f) << (7 * index)
            if byte & 0x80 == 0 { return (value, index + 1) }
        }
        return nil
    }

    /// The bytes of a packet.
    public static func bytes(_ kind: Kind, flags: UInt8 = 0, _ body: [UInt8]) -> [UInt8] {
        var length = body.count
        var head = [kind.rawValue << 4 | flags]
        repeat {
            let more = length >= 0x80
            head.append(UInt8(length & 0x7f) | (more ? 0x80 : 0))
            length >>= 7
        } while length > 0
        return head + body
    }

    /// A QoS 1 PUBLISH.
    public static func publish(
        _ topic: String, _ payload: [UInt8], identifier: UInt16, duplicate: Bool = false, retain: Bool = false
    ) -> [UInt8] {
        let name = Array(topic.utf8)
        let head = [UInt8(name.count >> 8), UInt8(name.count & 0xff)] + name
        return bytes(
            .publish, flags: 0x02 | (duplicate ? 0x08 : 0) | (retain ? 0x01 : 0),
            head + [UInt8(identifier >> 8), UInt8(identifier & 0xff), 0] + payload)
    }
}
