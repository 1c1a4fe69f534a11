import Bus
import Schema
import ServiceKit

extension ValueType where Value == JSONValue {
    /// JSON text.
    static var json: ValueType {
        ValueType(
            scalar: "JSON text", read: { try? JSONValue.parse(text: $0) }, render: \.description)
    }
}

extension PutCommand {
    /// The most records of one command (design §3).
    static let greatestCount = 100
}

extension DeleteCommand {
    /// The most beacons of one command (design §3).
    static let greatestCount = 256
}

extension LookupRequest {
    /// The most beacons of one request (design §3).
    static let greatestCount = 256
}
