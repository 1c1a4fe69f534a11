/// What the batch reader found wrong: JSON that is none, or a field that does not fit.
enum BatchFault: Error {
    case syntax(JSONSyntaxError)
    /// The field's path and a clause that follows it.
    case field(String, String)

    /// The fault of a field of an inner object, with the path to it.
    func inside(_ path: @autoclosure () -> String) -> BatchFault {
        switch self {
        case .syntax: self
        case .field(let field, let reason): .field("\(path()).\(field)", reason)
        }
    }

    var error: BeaconBusError {
        switch self {
        case .syntax(let error): .notJSON(error)
        case .field(let field, let reason): .field(field, reason)
        }
    }
}
