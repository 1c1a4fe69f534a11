/// One certificate signing request and what is to become of it.
public struct RequestCase: Sendable, CustomStringConvertible {
    /// What is special about it.
    public let title: String
    /// The PEM text.
    public let pem: String
    /// Part of the reason it is refused with; nil where it is to be accepted.
    public let refusal: String?

    /// Each argument is the property of its name.
    public init(_ title: String, _ pem: String, refused refusal: String?) {
        self.title = title
        self.pem = pem
        self.refusal = refusal
    }

    public var description: String { title }
}
