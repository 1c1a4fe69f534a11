internal import Schema

/// A real `beacon-gate` for a site and a broker.
public final class ClosedGate {
    private let site: ClosedSite
    private let arguments: [String]
    private let environment: [String: String]
    private var process: ChildProcess?

    /// What stands in `applied.json`.
    public struct Applied: Sendable {
        public let revision: Int64
        public let number: Int64
        public let error: String?
    }

    public var log: String { (try? readFile("\(site.data)/gate.log")) ?? "" }
    public var isRunning: Bool { process?.isRunning ?? false }

    /// Starts it.
    /// - Parameters:
    ///   - brokerFolder: where the broker's files are, if not at the site's own.
    ///   - more: further settings, by the names of their environment variables.
    public init(
        _ site: ClosedSite, _ broker: ClosedBroker, variant: String = "dynamicSecurity", more: [String: String] = [:]
    ) throws {
        self.site = site
        let pair = try site.pair("svc.\(site.site).gate", admitted: false)
        arguments = [
            "--site", site.site.description, "--data-dir", site.data, "--broker", "127.0.0.1:\(broker.nodes)",
        ]
        environment = [
            "BEACONBUS_BROKER_AUTHORITY_FILE": "\(broker.folder)/authority.pem",
            "BEACONBUS_BROKER_CERTIFICATE_FILE": pair.certificate, "BEACONBUS_BROKER_KEY_FILE": pair.key,
            "BEACONBUS_GATE_CRL_FILE": "\(broker.folder)/crl.pem",
            "BEACONBUS_GATE_PID_FILE": "\(broker.folder)/mosquitto.pid",
            "BEACONBUS_GATE_ACL_FILE": "\(broker.folder)/acl", "BEACONBUS_GATE_RIGHTS": variant,
            "BEACONBUS_LOG_FORMAT": "json", "SWIFT_BACKTRACE": "enable=no",
        ].merging(more) { $1 }
        try start()
    }

    deinit {
        process?.kill()
    }

    public func start() throws {
        process = try ChildProcess(
            BuiltProgram.path("beacon-gate"), arguments, environment: environment, output: "\(site.data)/gate.log")
    }

    public func stop() async {
        await process?.terminate()
        process = nil
    }

    /// kill -9.
    public func kill() {
        process?.kill()
        process = nil
    }

    public func send(_ signal: Int32) { process?.send(signal) }

    public var applied: Applied? {
        guard let text = try? readFile(site.applied), let value = try? JSONValue.parse(text: text) else { return nil }
        return Applied(
            revision: value["revision"]?.integerValue ?? 0, number: value["crlNumber"]?.integerValue ?? 0,
            error: value["error"]?["code"]?.stringValue)
    }

    /// Waits until the newest document and list are carried out.
    public func settled(within limit: Duration = .seconds(15)) async -> Bool {
        await eventually(within: limit) { isSettled }
    }

    public var isSettled: Bool {
        guard let applied else { return false }
        return applied.revision == Int64(site.revision) && applied.number == Int64(site.listNumber)
            && applied.error == nil
    }
}
