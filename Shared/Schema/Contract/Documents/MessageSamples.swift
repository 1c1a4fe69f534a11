/// Whole example messages, head included.
public enum MessageSamples {
    /// Every sample of every message, by the message's name.
    public static var all: [(message: String, sample: JSONValue)] {
        MessageCatalogue.all.flatMap { type in values(of: type).map { (type.schema.name, $0) } }
    }

    static func values(of type: any Message.Type) -> [JSONValue] {
        examples(type)
    }

    private static func examples<Body>(_ type: Body.Type) -> [JSONValue] where Body: Message {
        let channel = ChannelCatalogue.all.first { channel in
            (channel.messages + channel.replies).contains { $0.schema.name == Body.schema.name }
        }
        let isReply = channel?.messages.contains { $0.schema.name == Body.schema.name } == false
        var head = Head(from: sender(of: channel, isReply), session: 218_246_400, seq: 1_207, at: .sample)
        if isReply {
            head.id = .sample
        } else if channel?.replies.isEmpty == false {
            // What an outsider needs to send, and no more.
            head = Head(id: .sample, replyTo: "beaconbus-private/home/replies/op_anna/\(RequestID.sample)", ttl: 10_000)
        }
        return Body.samples.compactMap { sample in
            // A sample that cannot be encoded is found by the contract's tests.
            guard let bytes = try? MessageCoder.encode(head, sample) else { return nil }
            return try? JSONValue.parse(bytes, maximumDepth: MessageCoder.maximumDepth)
        }
    }

    /// Who would send it: of what the channel says, the part in front of the first comma.
    private static func sender(of channel: Channel?, _ isReply: Bool) -> ClientID {
        let name = (isReply ? channel?.to : channel?.from)?.split(separator: ",").first ?? ""
        if name.hasSuffix("lifecycle") || name.contains("lifecycle's will") { return .known("n.home.kitchen") }
        if name.hasSuffix("scanner") || name.contains("scanner's will") { return .known("s.home.kitchen") }
        if name.contains("observer") { return .known("obs.home.gate") }
        switch name {
        case "metadata": return .known("svc.home.metadata")
        case "presence": return .known("svc.home.presence")
        case "authority": return .known("svc.home.authority")
        case "the app's validator": return .known("svc.home.visits")
        default: return .known("svc.home.dispatch")
        }
    }
}
