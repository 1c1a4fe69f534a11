/// The answer to a request that was refused or failed as a whole.
public struct Refusal: Message, Hashable {
    /// Why.
    public var error: BeaconBusError

    /// Each argument is the field of its name.
    public init(_ error: BeaconBusError) {
        self.error = error
    }

    public static func == (left: Refusal, right: Refusal) -> Bool { left.error == right.error }
    public func hash(into hasher: inout Hasher) { hasher.combine(error.code) }

    public static let schema = ObjectSchema(
        "Refusal", "The answer to a request that was refused or failed as a whole.",
        [Field("error", .object(BeaconBusError.self), "Why.")])

    public static var samples: [Refusal] { [Refusal(.sample)] }
}
