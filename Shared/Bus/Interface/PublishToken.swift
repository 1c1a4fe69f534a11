/// What the publisher calls a message whose outcome it wants to know: any number that means something to it, such as
/// a row of its outbox. The bus only hands it back.
public struct PublishToken: Hashable, Sendable {
    public let value: UInt64

    public init(_ value: UInt64) {
        self.value = value
    }
}
