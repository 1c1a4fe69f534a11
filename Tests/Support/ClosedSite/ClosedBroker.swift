internal import Glibc
internal import Schema

/// A mosquitto with the product's closed profile, on three free loopback ports, for one site or several.
public final class ClosedBroker {
    /// Which rights it has.
    public enum Profile: String, Sendable, CaseIterable {
        case dynamicSecurity = "closed.conf.in"
        case aclFile = "closed-acl.conf.in"
    }

    public let nodes: UInt16
    public let people: UInt16
    public let bootstrap: UInt16
    /// Its folder: that of the first site.
    public let folder: String
    private var process: ChildProcess?

    /// Whether mosquitto and its plugin are installed.
    public static var isInstalled: Bool { access(program, X_OK) == 0 && plugin != nil }
    private static let program = "/usr/sbin/mosquitto"

    private static let plugin: String? = ["x86_64", "aarch64"].map {
        "/usr/lib/\($0)-linux-gnu/mosquitto_dynamic_security.so"
    }.first { access($0, R_OK) == 0 }

    /// - Parameters:
    ///   - folder: a site's `broker` folder, with everything the profile names.
    ///   - more: further configuration.
    public init(_ folder: String, _ profile: Profile = .dynamicSecurity, _ more: [String] = []) throws {
        self.folder = folder
        nodes = LoopbackPort.free()
        people = LoopbackPort.free()
        bootstrap = LoopbackPort.free()
        let repository = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        var text = try readFile("/\(repository)/deploy/mosquitto/\(profile.rawValue)")
        let marks = [
            ("@FOLDER@", folder), ("@USER@", getuid() == 0 ? "root" : "mosquitto"), ("@PLUGIN@", Self.plugin ?? ""),
            ("@NODES@", "\(nodes) 127.0.0.1"), ("@PEOPLE@", "\(people) 127.0.0.1"),
            ("@BOOTSTRAP@", "\(bootstrap) 127.0.0.1"), ("log_dest stderr", "log_dest file \(folder)/mosquitto.log"),
        ]
        for (mark, value) in marks {
            text = text.split(separator: mark, omittingEmptySubsequences: false).joined(separator: value)
        }
        if profile == .aclFile, access("\(folder)/acl", F_OK) != 0 { try writeFile("\(folder)/acl", "\n") }
        try writeFile("\(folder)/mosquitto.conf", text + more.joined(separator: "\n") + "\n")
        try start()
    }

    deinit {
        process?.kill()
    }

    public var pid: Int32? { process?.pid }
    public var isRunning: Bool { process?.isRunning ?? false }
    public var log: String { (try? readFile("\(folder)/mosquitto.log")) ?? "" }

    /// Starts it and waits until it accepts connections.
    public func start() throws {
        let process = try ChildProcess(
            Self.program, ["-c", "\(folder)/mosquitto.conf"], output: "\(folder)/mosquitto.out")
        self.process = process
        for _ in 0..<2_000 {
            if LoopbackPort.answers(bootstrap) { return }
            guard process.isRunning else { break }
            usleep(5_000)
        }
        throw ChildProcess.Failure(description: "mosquitto does not start, see \(folder)/mosquitto.log")
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
}
