import ServiceKit

/// Why `up` cannot go on: what, why, what to do, and the exit code for it.
struct UpFailure: ExitCodeError {
    let description: String
    let code: ExitCode

    init(_ description: String, code: ExitCode = .unavailable) {
        self.description = description
        self.code = code
    }
}

/// Somebody asked for the end while something was awaited.
struct UpStopped: Error {}
