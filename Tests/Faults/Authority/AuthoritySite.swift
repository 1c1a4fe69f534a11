import Bus
import Glibc
import Identity
import Schema
import Store
import Support

/// A real authority on a real broker that lets everybody do everything: what is tried here is the authority's own
/// memory, not the broker's rights.
final class AuthoritySite {
    static let site = SiteID("museum")!
    static let app = AppID("site")!
    static let user = UserID("owner")!
    static let roots = Roots(site: site)

    let broker: MosquittoBroker
    private let folder = TemporaryFolder()
    private var process: ChildProcess?
    private var data: String { folder.path + "/data" }
    var authorityFolder: String { data + "/authority" }
    private var log: String { folder.path + "/authority.log" }

    init() throws {
        mkdir(folder.path + "/broker", 0o700)
        broker = try MosquittoBroker(folder: folder.path + "/broker")
        mkdir(data, 0o700)
        mkdir(authorityFolder, 0o700)
        let authority = try CertificateAuthority.make(site: Self.site, now: .now(), life: .seconds(86_400 * 3650))
        try AtomicFile(path: authorityFolder + "/ca.key").write(authority.key.pem().bytes)
        try AtomicFile(path: authorityFolder + "/ca.crt").write(Array(authority.certificate.pem.utf8))
        let lines = [
            "authority:", "  takeoverWait: 0s", "  rate:", "    node: 1000000", "    site: 60000000",
        ]
        try AtomicFile(path: folder.path + "/beaconbus.yaml").write(Array((lines.joined(separator: "\n") + "\n").utf8))
    }

    /// Starts the authority.
    /// - Parameter tracer: what it runs under, such as strace.
    func start(under tracer: [String] = []) throws {
        let program = [
            BuiltProgram.path("beacon-authority"), "--config", folder.path + "/beaconbus.yaml", "--site",
            Self.site.description, "--data-dir", data, "--broker", "127.0.0.1:\(broker.port)",
        ]
        let command = tracer + program
        process = try ChildProcess(
            command[0], Array(command.dropFirst()), environment: ["SWIFT_BACKTRACE": "enable=no"], output: log)
    }

    /// kill -9.
    func kill() {
        process?.kill()
        process = nil
    }

    func terminate() async -> Int32? {
        guard let process else { return nil }
        self.process = nil
        return ChildProcess.exitCode(await process.terminate())
    }

    var isRunning: Bool { process?.isRunning ?? false }

    /// All the log, for what must not be in it.
    func logText() throws -> String { try readFile(log) }

    var logTail: String { ((try? logText()) ?? "").split(separator: "\n").suffix(12).joined(separator: "\n") }

    func auditText() throws -> String {
        try readFile(authorityFolder + "/audit.log") + ((try? readFile(authorityFolder + "/refused.log")) ?? "")
    }

    /// Keeps the authority's folder as it is, to begin from it again.
    func keep() async throws {
        try await runTool("/bin/cp", ["-a", authorityFolder, authorityFolder + ".kept"], in: folder.path)
    }

    /// Puts the folder back as it was kept.
    func restore() async throws {
        try await runTool("/bin/rm", ["-rf", authorityFolder], in: folder.path)
        try await runTool("/bin/cp", ["-a", authorityFolder + ".kept", authorityFolder], in: folder.path)
    }

    /// A number from the authority's database.
    func count(_ query: String) throws -> Int {
        var options = DatabaseOptions()
        options.readOnly = true
        let database = try Database(path: authorityFolder + "/authority.db", options: options)
        defer { database.close() }
        return Int(try database.integer(query) ?? 0)
    }
}
