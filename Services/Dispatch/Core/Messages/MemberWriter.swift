import Schema

/// Writes the members of a JSON object one after the other, without the braces: what the ledger keeps of a message.
struct MemberWriter {
    private(set) var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(512) }

    mutating func add(_ name: StaticString, _ value: JSONValue) {
        begin(name)
        bytes.append(contentsOf: value.bytes)
    }

    mutating func add(_ name: StaticString, _ value: Int64) {
        begin(name)
        bytes.append(contentsOf: value.description.utf8)
    }

    /// Text that needs no escapes: identifiers, times.
    mutating func add(plain name: StaticString, _ value: String) {
        begin(name)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: value.utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func add(_ name: StaticString, _ error: BeaconBusError) {
        var fields: [String: JSONValue] = [
            "code": .string(error.code.description), "description": .string(error.description),
            "reason": .string(error.reason), "suggestion": .string(error.suggestion),
            "retryable": .bool(error.retryable),
        ]
        if !error.causes.isEmpty {
            fields["causes"] = .array(
                error.causes.map { cause in
                    [
                        "code": .string(cause.code.description), "description": .string(cause.description),
                        "reason": .string(cause.reason), "suggestion": .string(cause.suggestion),
                        "retryable": .bool(cause.retryable),
                    ]
                })
        }
        add(name, .object(fields))
    }

    private mutating func begin(_ name: StaticString) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }
}
