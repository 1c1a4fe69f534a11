public import Schema

/// Records what is published below a filter, in order.
public final class VirtualTap {
    public let filter: String
    public internal(set) var messages: [VirtualBroker.Stored] = []

    init(filter: String) {
        self.filter = filter
    }

    /// Takes what was recorded so far.
    public func take() -> [VirtualBroker.Stored] {
        let taken = messages
        messages = []
        return taken
    }

    public var topics: [String] { messages.map(\.topic) }

    /// The recorded messages as bodies of one type; those of another shape are left out.
    public func bodies<Body: Message>(_ body: Body.Type) -> [Body] {
        messages.compactMap { try? MessageCoder.decode(body, $0.payload).body }
    }
}
