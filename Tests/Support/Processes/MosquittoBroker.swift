public import Bus
internal import Glibc

/// A real mosquitto on a free loopback port with a configuration and a folder of its own, stopped by pid.
public final class MosquittoBroker {
    public let port: UInt16
    public let folder: String
    private let configurationFile: String
    private var process: ChildProcess?

    /// Whether mosquitto is installed.
    public static var isInstalled: Bool { access(path, X_OK) == 0 }
    private static let path = "/usr/sbin/mosquitto"

    /// - Parameters:
    ///   - folder: an existing folder for its configuration, log and data.
    ///   - persistence: whether it keeps retained messages and sessions on disk, written at a clean stop.
    ///   - allowsAnonymous: whether clients need no user name.
    ///   - global: configuration before the listener.
    ///   - lines: more configuration, in listener scope.
    public init(
        folder: String, persistence: Bool = false, allowsAnonymous: Bool = true, global: [String] = [],
        _ lines: [String] = []
    ) throws {
        port = LoopbackPort.free()
        self.folder = folder
        configurationFile = folder + "/mosquitto.conf"
        var text = [
            "user root", "log_dest file \(folder)/mosquitto.log", "log_type error", "log_type warning",
            "log_type notice", "connection_messages true",
            "persistence \(persistence)", "persistence_location \(folder)/", "set_tcp_nodelay true",
            "max_inflight_messages 100", "max_queued_messages 100000", "max_packet_size 262144", "sys_interval 0",
        ]
        text += global
        text += [
            "listener \(port) 127.0.0.1", "allow_anonymous \(allowsAnonymous)",
        ]
        text += lines
        try writeFile(configurationFile, text.joined(separator: "\n") + "\n")
        try start()
    }

    deinit {
        process?.kill()
    }

    public var address: BrokerAddress { BrokerAddress(host: "127.0.0.1", port: port) }
    public var pid: Int32? { process?.pid }

    /// Starts it and waits until it accepts connections.
    public func start() throws {
        let process = try ChildProcess(Self.path, ["-c", configurationFile], output: folder + "/mosquitto.out")
        self.process = process
        for _ in 0..<2_000 {
            if LoopbackPort.answers(port) { return }
            guard process.isRunning else { break }
            usleep(5_000)
        }
        throw ChildProcess.Failure(description: "mosquitto does not start, see \(folder)/mosquitto.log")
    }

    /// A clean stop: it writes its disk, if it has one.
    public func stop() async {
        await process?.terminate()
        process = nil
    }

    /// kill -9.
    public func kill() {
        process?.kill()
        process = nil
    }

    public func pause() { process?.pause() }
    public func resume() { process?.resume() }
}
