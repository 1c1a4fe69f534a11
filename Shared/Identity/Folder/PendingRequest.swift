public import Schema

/// An enrolment, renewal or request to join under way, kept until its final answer. Printed as the type's name only.
public struct PendingRequest: Sendable, Redacted {
    /// What the caller keeps: request id, kind, the requests as sent, perhaps a token; a JSON object of at most 64 KiB.
    public let record: JSONValue
    /// The lifecycle's new key (when joining, the bootstrap's).
    public let lifecycleKey: PrivateKey
    /// The scanner's new key.
    public let scannerKey: PrivateKey?

    /// Each argument is the property of its name.
    public init(record: JSONValue, lifecycleKey: PrivateKey, scannerKey: PrivateKey?) {
        self.record = record
        self.lifecycleKey = lifecycleKey
        self.scannerKey = scannerKey
    }
}
