/// Why there is no answer of a web service.
public struct WebFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// What programs decide by.
    public enum Kind: String, Sendable, CaseIterable {
        /// No connection: name, network, port.
        case unreachable
        /// No whole answer within the time.
        case timedOut
        /// The connection ended within the answer or before it.
        case broken
        /// The address it leads to may not be connected to.
        case addressRefused
        /// The server's certificate is not trusted, or TLS failed otherwise.
        case untrusted
        /// More bytes than are read.
        case tooLarge
        /// It does not speak HTTP.
        case notHTTP
        /// Too many requests of this group wait already.
        case busy
        /// The client was stopped.
        case stopped
        /// The request cannot be set up.
        case internalError
    }

    public let kind: Kind
    /// Why, naming host, time or size; never anything of what was sent or received.
    public let reason: String

    /// Each argument is the field of its name.
    public init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    public var description: String { "\(kind.rawValue): \(reason)" }
}
