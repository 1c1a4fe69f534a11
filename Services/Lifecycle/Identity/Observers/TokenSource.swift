import Schema

/// Who can be asked for a token.
enum TokenSource: Hashable, Sendable {
    /// A file on the node.
    case file
    /// The output of a command on the node.
    case command
    /// An observer on the bus.
    case observer(ObserverID)
}

extension TokenSource: CustomStringConvertible {
    var description: String {
        switch self {
        case .file: "the token file"
        case .command: "the token command"
        case .observer(let name): "observer \(name)"
        }
    }
}
