import Bus
import Glibc
import Identity
import Schema
import Support

/// One node's folders and its real beacon-lifecycle, which starts by itself (policy automatic).
struct CrashNode: Sendable {
    let node: NodeID
    let folder: String
    private let port: UInt16

    init(_ node: NodeID, folder: String, port: UInt16) {
        self.node = node
        self.folder = folder
        self.port = port
    }

    var identity: NodeIdentityFolder { NodeIdentityFolder(path: folder + "/identity") }
    var log: String { folder + "/log" }

    func prepare() throws {
        mkdir(folder, 0o700)
        try identity.prepare()
        try writeFile(folder + "/token", "token-of-\(node)\n")
        try writeFile(
            folder + "/beaconbus.yaml",
            """
            site:
              id: museum
              dataFolder: \(folder)/data
            broker:
              address: localhost:\(port)
            node:
              id: \(node)
              identity: \(folder)/identity
              bootstrapBroker: localhost:\(port)
            lifecycle:
              policy: automatic
              token:
                file: \(folder)/token
              backoff:
                first: 100ms
                greatest: 1s
            """)
    }

    /// Starts it; `wrapper` = a program that runs it, with its arguments.
    func start(_ environment: [String: String] = [:], wrapper: [String] = []) throws -> ChildProcess {
        let words = wrapper + [BuiltProgram.path("beacon-lifecycle"), "--config", folder + "/beaconbus.yaml"]
        return try ChildProcess(
            words[0], Array(words.dropFirst()),
            environment: environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { old, _ in old }, output: log)
    }

    /// The set in use, checked in full; throws where what is there cannot be used.
    func usableSet(_ site: SiteID) throws -> CertificateSetID? {
        try identity.check()
        guard let set = try identity.current() else { return nil }
        guard let trust = try identity.authority() else {
            throw BeaconBusError(.certificateInvalid, reason: "no pinned authority", suggestion: "")
        }
        try set.check(site: site, node: node, trust: trust, at: .now())
        return set.id
    }

    var logTail: String {
        ((try? readFile(log)) ?? "").split(separator: "\n").suffix(8).joined(separator: "\n")
    }
}
