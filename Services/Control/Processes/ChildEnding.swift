/// How a child process came to its end.
enum ChildEnding: Sendable, Equatable, CustomStringConvertible {
    /// It returned with this code.
    case exited(Int32)
    /// It was ended by this signal.
    case signalled(Int32)
    /// It could not be started.
    case notStarted(String)

    var description: String {
        switch self {
        case .exited(let code): "ended with code \(code)\(Self.meaning(code).map { " (\($0))" } ?? "")"
        case .signalled(let number): "was ended by signal \(number)\(Self.name(number).map { " (\($0))" } ?? "")"
        case .notStarted(let reason): "could not be started: \(reason)"
        }
    }

    /// Whether starting it again cannot help: the command line or the configuration is wrong.
    var isHopeless: Bool {
        switch self {
        case .exited(let code): [64, 78, 126, 127].contains(code)
        case .signalled: false
        case .notStarted: true
        }
    }

    private static func meaning(_ code: Int32) -> String? {
        switch code {
        case 0: "all done"
        case 64: "wrong command line"
        case 65: "wrong input data"
        case 66: "input missing"
        case 69: "something it needs is not there"
        case 70: "a fault of its own"
        case 71: "the system refused something"
        case 73: "an output cannot be made"
        case 74: "reading or writing failed"
        case 75: "may work later"
        case 77: "rights are missing"
        case 78: "wrong configuration"
        case 126: "not executable"
        case 127: "not found"
        default: nil
        }
    }

    private static func name(_ number: Int32) -> String? {
        switch number {
        case 2: "interrupt"
        case 4: "illegal instruction"
        case 6: "abort"
        case 7: "bus error"
        case 9: "kill"
        case 11: "segmentation fault"
        case 15: "terminate"
        default: nil
        }
    }
}
