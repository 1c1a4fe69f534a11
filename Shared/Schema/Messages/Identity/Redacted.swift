/// A message with a secret in it: printing or dumping it shows its name only (D13, invariant 13).
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    /// The type's name.
    public var description: String { "\(Self.self)(…)" }

    /// The type's name.
    public var debugDescription: String { description }

    /// No children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension TokenAnswer: Redacted {}
extension EnrolRequest: Redacted {}
extension RenewRequest: Redacted {}
extension ValidateRequest: Redacted {}
extension KeysReply: Redacted {}
extension DecodingKey: Redacted {}
extension KeyPutCommand: Redacted {}
extension AppPutCommand: Redacted {}
extension AppChangeReply: Redacted {}
extension AppTestCommand: Redacted {}
extension TokenCreateReply: Redacted {}
extension ValidatorDefinition: Redacted {}
