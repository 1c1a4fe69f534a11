import Bus
import Glibc
import Schema
import Store
import Support

/// A whole site of real processes on a real broker, with a simulated radio that keeps making activations.
///
/// Every process is found by its own pid, and all of them are ended with the site.
final class FaultSite {
    /// The programs of a site.
    enum Program: String, CaseIterable, Sendable {
        case metadata, dispatch, scanner, lifecycle

        var path: String { BuiltProgram.path("beacon-" + rawValue) }
    }

    let broker: MosquittoBroker
    private let folder = TemporaryFolder()
    private var processes: [Program: ChildProcess] = [:]
    private var scannerStarts = 0
    private var dataFolder: String { folder.path + "/data" }
    private var configurationFile: String { folder.path + "/beaconbus.yaml" }

    /// Starts the broker; `scanner` is what the scanner's section of the configuration says besides.
    init(brokerPersistence: Bool, scanner: [String]) throws {
        mkdir(folder.path + "/broker", 0o700)
        broker = try MosquittoBroker(folder: folder.path + "/broker", persistence: brokerPersistence)
        try Self.write(Self.configuration(scanner), to: configurationFile)
    }

    /// Starts a program that does not run.
    func start(_ program: Program) throws {
        var arguments = [
            "--config", configurationFile, "--site", "museum", "--data-dir", dataFolder,
            "--broker", "127.0.0.1:\(broker.port)",
        ]
        if program == .scanner || program == .lifecycle { arguments += ["--node", "hall"] }
        if program == .scanner {
            // Another seed at each start: the simulated visitors are others, as they would be after a while.
            scannerStarts += 1
            arguments += ["--source", "sim", "--seed", String(scannerStarts)]
        }
        processes[program] = try ChildProcess(
            program.path, arguments, environment: ["SWIFT_BACKTRACE": "enable=no"], output: log(program))
    }

    /// kill -9.
    func kill(_ program: Program) {
        processes.removeValue(forKey: program)?.kill()
    }

    /// SIGTERM, awaited; its exit code.
    func terminate(_ program: Program) async -> Int32? {
        guard let process = processes.removeValue(forKey: program) else { return nil }
        return ChildProcess.exitCode(await process.terminate())
    }

    func isRunning(_ program: Program) -> Bool { processes[program]?.isRunning ?? false }

    func log(_ program: Program) -> String { "\(folder.path)/\(program.rawValue).log" }

    /// The end of a program's log, for the message of a failed test.
    func logTail(_ program: Program) -> String {
        let text = (try? Self.read(log(program))) ?? ""
        return text.split(separator: "\n").suffix(12).joined(separator: "\n")
    }

    /// A session on the site's bus.
    func session<Value: Sendable>(
        _ body: @Sendable (BusSession) async throws -> Value
    ) async throws -> Value {
        let site = SiteID("museum")!
        let configuration = BusConfiguration(
            broker: broker.address, clientID: ClientID(kind: .operator, site: site, name: "test")!,
            roots: Roots(site: site),
            session: 1)
        return try await BusSession.with(configuration, body)
    }

    /// Every activation that a journal of the scanner holds, however often it was sent.
    func journalled() throws -> Set<String> {
        let path = dataFolder + "/scanner/journal.sqlite"
        var options = DatabaseOptions()
        options.readOnly = true
        let database = try Database(path: path, options: options)
        defer { database.close() }
        guard let journal = try Self.text(database, "SELECT journal FROM meta") else { return [] }
        var activations: Set<String> = []
        let rows = try database.statement("SELECT activation FROM entries WHERE kind = 1")
        while try rows.step() { activations.insert("hall.\(journal).\(rows.int64(0))") }
        return activations
    }

    /// The outcomes that the ledger has for each activation it knows; an empty list where there is none yet.
    func outcomes() throws -> [String: Int] {
        var options = DatabaseOptions()
        options.readOnly = true
        let database = try Database(path: dataFolder + "/dispatch/ledger.sqlite", options: options)
        defer { database.close() }
        let rows = try database.statement(
            """
            SELECT streams.node || '.' || streams.journal || '.' || activations.counter, count(outcomes.number)
            FROM activations JOIN streams ON streams.id = activations.stream
            LEFT JOIN outcomes ON outcomes.stream = activations.stream AND outcomes.counter = activations.counter
            GROUP BY activations.stream, activations.counter
            """)
        var counts: [String: Int] = [:]
        while try rows.step() { counts[rows.text(0)] = Int(rows.int64(1)) }
        return counts
    }

    private static func text(_ database: Database, _ query: String) throws -> String? {
        let row = try database.statement(query)
        defer { row.reset() }
        return try row.step() ? row.text(0) : nil
    }

    private static func configuration(_ scanner: [String]) -> String {
        let lines =
            [
                "dispatch:", "  takeoverWait: 0s",
                "metadata:", "  takeoverWait: 0s",
                "lifecycle:", "  policy: automatic",
                "scanner:",
            ] + scanner.map { "  " + $0 }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func write(_ text: String, to path: String) throws {
        try AtomicFile(path: path).write(Array(text.utf8))
    }

    private static func read(_ path: String) throws -> String {
        try AtomicFile(path: path).read(limit: 64 << 20).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
