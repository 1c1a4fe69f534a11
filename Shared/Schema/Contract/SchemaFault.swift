/// What does not fit a declared schema. The path is put together only once there is a fault: most messages have none.
struct SchemaFault: Error {
    /// Names and indices to the field, e.g. `beacons[3].rssi`; empty for the message itself.
    private(set) var path: String
    /// A clause that follows the path: "is missing".
    let reason: String

    init(_ path: String = "", _ reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The fault seen from the object that has the field.
    func inside(_ name: String) -> SchemaFault {
        let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
        return SchemaFault(name + separator + path, reason)
    }

    func error(_ code: ErrorCode) -> BeaconBusError {
        .field(path.isEmpty ? "message" : path, reason, code: code)
    }
}
