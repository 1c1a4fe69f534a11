/// Turns messages into JSON and back: head and body in one flat object.
public enum MessageCoder {
    /// Greatest length of a message, bytes (60 KiB).
    public static let maximumLength = 60 * 1_024

    /// Greatest length of one metadata record, bytes (16 KiB).
    public static let maximumRecordLength = 16 * 1_024

    /// Greatest nesting of arrays and objects in a message.
    public static let maximumDepth = 24

    /// The message as JSON, keys in the order head, then body.
    ///
    /// - Throws: `messageTooLarge` beyond 60 KiB.
    public static func encode(_ head: Head, _ body: some Message) throws(BeaconBusError) -> [UInt8] {
        let node = TreeNode()
        do {
            try head.encode(to: TreeEncoder(node))
            try body.encode(to: TreeEncoder(node))
        } catch {
            throw .coding(error)
        }
        var output: [UInt8] = []
        output.reserveCapacity(512)
        node.write(to: &output)
        guard output.count <= maximumLength else { throw .tooLarge(output.count, limit: maximumLength) }
        return output
    }

    /// Reads a message. Unknown fields are ignored; an optional field that is null counts as absent.
    ///
    /// - Throws: `messageTooLarge`, `versionUnsupported`, or `messageInvalid` naming field and reason.
    public static func decode<Body>(
        _ type: Body.Type, _ bytes: some Collection<UInt8>
    ) throws(BeaconBusError) -> (head: Head, body: Body) where Body: Message {
        let value = try JSONValue.parse(bytes, maximumDepth: maximumDepth)
        let head = try self.head(of: value)
        try Body.schema.check(value)
        return (head, try value.decode(type))
    }

    /// Reads the head alone.
    public static func decodeHead(_ bytes: some Collection<UInt8>) throws(BeaconBusError) -> Head {
        try head(of: JSONValue.parse(bytes, maximumDepth: maximumDepth))
    }

    /// Reads an answer: where it carries an `error` that its body has no field for, that error is thrown.
    public static func decodeReply<Body>(
        _ type: Body.Type, _ bytes: some Collection<UInt8>
    ) throws(BeaconBusError) -> (head: Head, body: Body) where Body: Message {
        let value = try JSONValue.parse(bytes, maximumDepth: maximumDepth)
        let head = try self.head(of: value)
        if let error = value["error"], Body.schema.field("error") == nil {
            throw try error.decode(BeaconBusError.self)
        }
        try Body.schema.check(value)
        return (head, try value.decode(type))
    }

    private static func head(of value: JSONValue) throws(BeaconBusError) -> Head {
        guard case .object = value else { throw .field("message", "must be an object, not \(value.kindName)") }
        guard let version = value["v"] else { throw .field("v", "is missing") }
        guard let number = version.integerValue else { throw .field("v", "must be an integer") }
        guard number == Head.version else {
            throw .version(number)
        }
        try Head.schema.check(value)
        return Head(checked: value)
    }
}
