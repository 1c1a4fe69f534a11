internal import Glibc
internal import Schema

/// From the command line to the exit code: parse flags, load and check the configuration, run, report.
public enum ServiceMain {
    /// The version of this project.
    public static let version = "0.1.0"

    static let config = Option("config", "FILE", .path, "The configuration file (YAML).")
    static let checkConfig = Flag("check-config", "Check the configuration and end.")
    static let printConfig = Flag("print-config", "Print a configuration file with every key and its default, and end.")

    /// Runs a program with the arguments and environment of this process, and ends the process.
    @concurrent
    public static func run(_ program: (some ServiceProgram).Type) async -> Never {
        CoreDumps.forbid()
        let code = await run(
            program, words: Array(Swift.CommandLine.arguments.dropFirst()),
            environment: ProcessEnvironment.variables, output: .output, errors: .error)
        exit(code.rawValue)
    }

    /// The same for tests, with everything from outside as arguments.
    @concurrent
    static func run(
        _ program: (some ServiceProgram).Type, words: [String], environment: [String: String],
        output: StandardStream, errors: StandardStream
    ) async -> ExitCode {
        let table = table(program)
        do {
            let invocation: Invocation
            switch try command(program).parse(words) {
            case .help(let text):
                output.write(text)
                return .success
            case .version:
                output.write("\(program.name) \(version)\n")
                return .success
            case .run(let parsed): invocation = parsed
            }
            if invocation[printConfig] {
                output.write(table.template)
                return .success
            }
            let context = try context(program, table, invocation, environment)
            try program.check(context)
            if invocation[checkConfig] {
                output.write("The configuration is good.\n")
                return .success
            }
            defer { context.logger.flush() }
            return try await program.run(context)
        } catch {
            let failure = Failure(error)
            errors.write("\(program.name): \(failure.text)\n")
            return failure.code
        }
    }

    /// The keys a program reads.
    public static func table(_ program: (some ServiceProgram).Type) -> ConfigurationTable {
        let http = HTTPKeys(section: program.section)
        return ConfigurationTable(CommonKeys.all + program.keys + [http.listen, http.anyAddress])
    }

    /// The command line of a program.
    public static func command(_ program: (some ServiceProgram).Type) -> Command {
        let keys = table(program).keys
        return Command(
            program.name, program.summary,
            options: program.options + [config, checkConfig, printConfig] + keys.compactMap { KeyOption($0) },
            run: { _ in .success })
    }

    private static func context(
        _ program: (some ServiceProgram).Type, _ table: ConfigurationTable, _ invocation: Invocation,
        _ environment: [String: String]
    ) throws -> ServiceContext {
        let configuration = try Configuration.load(
            table, path: invocation[config] ?? environment["BEACONBUS_CONFIG"], environment: environment,
            flags: invocation.options)
        return try ServiceContext(
            invocation: invocation, configuration: configuration, section: program.section,
            environment: environment)
    }
}
