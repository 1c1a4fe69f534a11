internal import Schema
package import ServiceKit

/// The scanner as a program.
package enum ScannerMain: ServiceProgram {
    package static let name = "beacon-scanner"
    package static let section = "scanner"
    package static let summary = "Hears beacons and says which became active, inactive or changed."
    package static let keys: [any ConfigurationKey] = ScannerKeys.all
    static let dryRun = Flag("dry-run", "Print the batches as JSON lines, without a broker, and end with the source.")
    package static let options: [any CommandOption] = [dryRun]

    package static func check(_ context: ServiceContext) throws {
        guard !context.invocation[dryRun], context.configuration[ScannerKeys.node] == nil else { return }
        throw ConfigurationError(problems: [
            "node.id is not set. Give the node a name in the configuration or with --node, or use --dry-run."
        ])
    }

    package static func services(_ context: ServiceContext) throws -> [any Service] {
        guard let node = context.configuration[ScannerKeys.node] else { return [] }
        return [try Scanner(context, node: node)]
    }

    @concurrent
    package static func run(_ context: ServiceContext) async throws -> ExitCode {
        guard context.invocation[dryRun] else { return try await context.runGroup(services(context)) }
        let settings = ScannerSettings(context.configuration).radio
        guard let node = context.configuration[ScannerKeys.node] ?? NodeID("scanner"),
            let id = RunID(session: 1, attempt: 1)
        else { return .software }
        return try await OwnThread.run(name: "radio") { () -> Result<ExitCode, any Error> in
            var run = DryRun(settings, node: node, run: id, output: .output)
            defer { StandardStream.error.write(run.summary) }
            do {
                try run.run()
                return .success(.success)
            } catch {
                return .failure(error)
            }
        }.get()
    }
}
