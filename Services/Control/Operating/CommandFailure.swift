import ServiceKit

/// Why a command cannot go on: what, why, what to do, and the exit code for it.
struct CommandFailure: ExitCodeError {
    let description: String
    let code: ExitCode

    init(_ description: String, code: ExitCode = .unavailable) {
        self.description = description
        self.code = code
    }
}
