/// A command line, declared: what it takes, what it does, and its help.
public struct Command: Sendable {
    public let name: String
    /// One sentence that ends with a full stop.
    public let summary: String
    /// More for its own help page; paragraphs as they are.
    public let discussion: String?
    public let options: [any CommandOption]
    public let arguments: [any CommandArgument]
    public let subcommands: [Command]
    /// What it does; nil where a subcommand must be named.
    public let run: (@Sendable (Invocation) async throws -> ExitCode)?

    public init(
        _ name: String, _ summary: String, discussion: String? = nil, options: [any CommandOption] = [],
        arguments: [any CommandArgument] = [], subcommands: [Command] = [],
        run: (@Sendable (Invocation) async throws -> ExitCode)? = nil
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.options = options
        self.arguments = arguments
        self.subcommands = subcommands
        self.run = run
    }
}

/// What was asked for.
public enum CommandRequest: Sendable {
    /// Run the command of the invocation.
    case run(Invocation)
    /// Print this help to standard output and end with 0.
    case help(String)
    /// Print the version and end with 0.
    case version
}

/// A command line that cannot be followed.
public struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong and what was expected, one sentence.
    public let reason: String
    /// The usage line of the command it was meant for.
    public let usage: String
    /// Words of that command, such as `beaconctl start`.
    public let command: String

    public init(reason: String, usage: String, command: String) {
        self.reason = reason
        self.usage = usage
        self.command = command
    }

    public var description: String {
        "\(command): \(reason)\n\(usage)\nSee \"\(command) --help\"."
    }
}
