public import Schema

extension NodeIdentityFolder {
    /// The request under way, nil where there is none. A half-written one is none.
    ///
    /// - Throws: `certificateInvalid` where a file of it is unreadable; `storeFailed` and its like.
    public func pending() throws(BeaconBusError) -> PendingRequest? {
        let path = place("pending/request.json")
        guard let content = try files.read(path, limit: Self.maximumRecord) else { return nil }
        let record = try named(path) { () throws(BeaconBusError) in try Self.record(content) }
        guard let lifecycleKey = try key(place("pending/lifecycle.key")) else {
            throw .certificate("\(place("pending/lifecycle.key")) is missing")
        }
        return PendingRequest(
            record: record, lifecycleKey: lifecycleKey, scannerKey: try key(place("pending/scanner.key")))
    }

    /// Stores a request before it is sent, in the place of any other. Until the last file is there, nothing is pending.
    ///
    /// - Throws: `messageTooLarge`; `storeFull`, `storeReadOnly`, `storeFailed`.
    public func storePending(_ request: PendingRequest) throws(BeaconBusError) {
        var content = request.record.bytes
        guard content.count <= Self.maximumRecord else { throw .tooLarge(content.count, limit: Self.maximumRecord) }
        let folder = place("pending")
        try files.makeFolder(path)
        try files.makeFolder(folder)
        try files.synchronise(folder: path)
        // The old record must not be found beside new keys.
        try files.remove("\(folder)/request.json")
        try files.synchronise(folder: folder)
        try files.write("\(folder)/lifecycle.key", request.lifecycleKey.pem())
        if let key = request.scannerKey {
            try files.write("\(folder)/scanner.key", key.pem())
        } else {
            try files.remove("\(folder)/scanner.key")
        }
        try files.synchronise(folder: folder)
        try replace(folder, "request.json", SecretBytes(consuming: &content))
    }

    /// Forgets the request under way; harmless where there is none.
    public func removePending() throws(BeaconBusError) {
        let folder = place("pending")
        guard try files.status(of: folder) != nil else { return }
        try files.remove("\(folder)/request.json")
        try files.synchronise(folder: folder)
        for name in try files.names(in: folder) { try files.remove("\(folder)/\(name)") }
        try files.removeFolder(folder)
        try files.synchronise(folder: path)
    }

    /// Reads a request's record: a JSON object.
    static func record(_ content: [UInt8]) throws(BeaconBusError) -> JSONValue {
        // The parser's words may name parts of the record, which may be a token.
        guard let value = try? JSONValue.parse(content, maximumBytes: maximumRecord), case .object = value else {
            throw .certificate("it is not a JSON object", suggestion: "Remove the folder `pending`.")
        }
        return value
    }
}
