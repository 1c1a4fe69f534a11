internal import Schema

/// The content of `set.json`.
struct SetNote: Sendable, Equatable {
    /// The set in use before.
    var previous: CertificateSetID?
    /// What the lifecycle keeps with the set.
    var record: JSONValue

    init(previous: CertificateSetID?, record: JSONValue) {
        self.previous = previous
        self.record = record
    }

    /// - Throws: `certificateInvalid`.
    init(reading content: [UInt8]) throws(BeaconBusError) {
        let value: JSONValue
        do throws(BeaconBusError) {
            value = try JSONValue.parse(content, maximumBytes: 2 * NodeIdentityFolder.maximumRecord)
        } catch {
            throw .certificate("it is not JSON: \(error.reason)")
        }
        guard case .object = value else { throw .certificate("it is not a JSON object") }
        if let name = value["previous"] {
            guard let id = name.stringValue.flatMap({ CertificateSetID($0) }) else {
                throw .certificate("the set before it is no set")
            }
            previous = id
        }
        record = value["record"] ?? .null
    }

    /// The JSON text.
    var bytes: [UInt8] {
        JSONValue.object([
            "previous": previous.map { .string($0.description) } ?? .null, "record": record,
        ]).bytes
    }
}
