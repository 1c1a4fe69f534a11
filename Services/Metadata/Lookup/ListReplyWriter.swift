import Schema

/// Writes a page of the registry, spliced from stored records: as many as were asked for and fit.
enum ListReplyWriter {
    /// Records of a page unless said otherwise.
    static let usualLimit = 100

    /// The body's members for ``MessageCoder/encode(_:members:)``.
    static func page(of registry: Registry, _ command: ListCommand) throws -> [UInt8] {
        let limit = Int(clamping: command.limit ?? Int64(usualLimit))
        let budget = MessageCoder.maximumLength - LookupReplyWriter.headBytes - BeaconID.maximumLength
        var members = Array(
            "\"revision\":\(registry.revision),\"total\":\(registry.records),\"records\":[".utf8)
        var count = 0
        var last = ""
        var isCut = false
        try registry.list(after: command.after?.description ?? "", prefix: command.prefix ?? "") { id, _, record in
            guard count < limit, members.count + record.count + 1 <= budget else {
                isCut = true
                return false
            }
            if count > 0 { members.append(UInt8(ascii: ",")) }
            members.append(contentsOf: record)
            count += 1
            last = id
            return true
        }
        members.append(UInt8(ascii: "]"))
        if isCut { members += Array(#","next":"\#(last)""#.utf8) }
        return members
    }
}
