internal import Glibc

/// Runs a table of commands, such as a tool for people, and ends with the code of the one that was called.
public enum CommandMain {
    /// Runs with the arguments of this process, and ends the process.
    @concurrent
    public static func run(_ command: Command) async -> Never {
        CoreDumps.forbid()
        signal(SIGPIPE, SIG_IGN)
        let words = Array(Swift.CommandLine.arguments.dropFirst())
        let code = await run(command, words: words, output: .output, errors: .error)
        exit(code.rawValue)
    }

    /// The same without ending the process.
    @concurrent
    static func run(
        _ command: Command, words: [String], output: StandardStream, errors: StandardStream
    ) async -> ExitCode {
        do {
            switch try command.parse(words) {
            case .help(let text):
                output.write(text)
                return .success
            case .version:
                output.write("\(command.name) \(ServiceMain.version)\n")
                return .success
            case .run(let invocation):
                return try await invocation.command.run?(invocation) ?? .success
            }
        } catch {
            let failure = Failure(error)
            errors.write("\(command.name): \(failure.text)\n")
            return failure.code
        }
    }
}
