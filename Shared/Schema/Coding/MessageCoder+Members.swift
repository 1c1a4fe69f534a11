extension MessageCoder {
    /// The message of a body that is already JSON: `members` are the body's members without the braces around them,
    /// e.g. `"revision":7,"answers":[]`, and are taken as they are.
    ///
    /// - Throws: `messageTooLarge` beyond 60 KiB.
    public static func encode(_ head: Head, members: [UInt8]) throws(BeaconBusError) -> [UInt8] {
        let node = TreeNode()
        do {
            try head.encode(to: TreeEncoder(node))
        } catch {
            throw .coding(error)
        }
        var output: [UInt8] = []
        output.reserveCapacity(256 + members.count)
        node.write(to: &output)
        if !members.isEmpty {
            // The head has `v` at least, so a comma is always right.
            output.removeLast()
            output.append(UInt8(ascii: ","))
            output.append(contentsOf: members)
            output.append(UInt8(ascii: "}"))
        }
        guard output.count <= maximumLength else { throw .tooLarge(output.count, limit: maximumLength) }
        return output
    }
}
