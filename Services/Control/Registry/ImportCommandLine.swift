import Bus
import Glibc
import Schema
import ServiceKit

/// `beaconctl beacons import FILE`.
enum ImportCommandLine {
    private static let file = Argument("FILE", .path, "A CSV or JSON file of registrations; - = standard input.")
    private static let replace = Flag("replace", "Remove registered beacons that are not in the file.")
    private static let dryRun = Flag("dry-run", "Check every row and change nothing.")
    private static let errors = Option("errors", "FILE", .path, "Where every bad row is written, with line and reason.")
    private static let format = Option(
        "format", "FORMAT", ValueType<RegistrationReader.Format>.choice(),
        "How the file is written; told by its first character unless given.")

    static let command = named("import")
    /// The same under the name by which `up` takes such a file.
    static let register = named("register")

    private static func named(_ name: String) -> Command {
        Command(
            name, "Registers the beacons of a file, all of them or none.", discussion: discussion,
            options: [replace, dryRun, errors, format, OperatorSession.name], arguments: [file], run: run)
    }

    private static let discussion = """
        CSV: the first row names the columns: uuid, major, minor (or namespace, instance, or beacon), name, power,
        timing, metadata, metadata.KEY, and the actions: checkin_action, show_asset_action, inbox_add_assets_action,
        inbox_save_assets_action as JSON text, or just place_id, asset_id, add_asset_ids, save_asset_ids.
        JSON: a list of records, or one record a line, as "beaconctl beacons export" writes them.
        Every bad row is reported with line and reason; then nothing is changed and the command ends with 65.
        """

    @Sendable
    private static func run(_ invocation: Invocation) async throws -> ExitCode {
        let file = try RegistrationFile(invocation[Self.file])
        let list = try invocation[errors].map { try ErrorList($0) }
        let isDry = invocation[dryRun]
        var work = RegistrationImport(source: file.name, importID: RequestID.random().description)
        work.replace = invocation[replace]
        work.dryRun = isDry
        work.format = invocation[format]
        let report = try await OperatorSession.with(invocation, reconnects: true) { [work] session, _ in
            try await run(work, file, session, OperatorSession.requester(invocation), list)
        }
        return finish(report, isDry: isDry, file.name)
    }

    /// Runs the import with a progress bar on the terminal.
    private static func run(
        _ work: RegistrationImport, _ file: RegistrationFile, _ session: BusSession, _ requester: Requester,
        _ list: ErrorList?
    ) async throws -> RegistrationImport.Report {
        let began = Instant.now()
        var bar = ProgressBar(stream: .error)
        defer { bar.finish() }
        return try await work.run(
            next: { try await file.next() },
            send: { try await RegistrationImport.send($0, session, requester) },
            listed: { list?.write($0) },
            progress: { bytes, rows in
                let share = file.size.map { $0 == 0 ? 1 : Double(bytes) / Double($0) }
                bar.show(
                    fraction: share, rows: rows, seconds: Double((Instant.now() - began).saturatedMilliseconds) / 1000)
            })
    }

    private static func finish(_ report: RegistrationImport.Report, isDry: Bool, _ source: String) -> ExitCode {
        if report.problems > 0 {
            StandardStream.error.write(report.summary)
            StandardStream.error.write(
                "\(report.problems) of \(report.rows) rows of \(source) are wrong; nothing was changed.\n")
            return .dataError
        }
        if let revision = report.revision, let total = report.total {
            StandardStream.output.write(
                "\(report.rows) rows imported; \(total) beacons registered, revision \(revision).\n")
        } else if isDry {
            StandardStream.output.write("\(report.rows) rows are good; nothing was changed.\n")
        }
        return .success
    }
}
