internal import Glibc

/// A Bluetooth controller that is not ours, of PyPI's bumble, as HCI H4 on a loopback port, with advertisers around it.
/// Stopped by its own pid.
public final class VirtualController: Sendable {
    /// Which scan commands it knows.
    public enum Kind: String, Sendable, CaseIterable {
        case legacy, extended
    }

    public let port: UInt16
    private let silent: String
    private let strength: String
    private let process: ChildProcess

    private static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    private static let python = root + "/.build/peers/bin/python"

    /// Whether `deploy/setup --tests` could install bumble.
    public static var isInstalled: Bool {
        access(python, X_OK) == 0 && access(root + "/.build/peers/bumble", F_OK) == 0
    }

    /// Starts it; it is ready when it accepts connections and its advertisers are on. They are heard with `strength` dBm
    /// (legacy only), with -50 where nothing is said.
    public init(
        _ kind: Kind, advertisers: Int, strength: Int? = nil, port: UInt16 = LoopbackPort.free(), folder: String
    ) async throws {
        self.port = port
        let log = "\(folder)/controller-\(port)-\(UInt32.random(in: 0 ... .max)).log"
        silent = log + ".silent"
        self.strength = log + ".strength"
        if let strength { try writeFile(self.strength, "\(strength)") }
        process = try ChildProcess(
            Self.python,
            [Self.root + "/Tests/Support/Peers/controller.py", "\(port)", kind.rawValue, "\(advertisers)", silent]
                + (strength == nil ? [] : [self.strength]),
            environment: ["PYTHONDONTWRITEBYTECODE": "1"], output: log)
        let child = process
        let isReady = await eventually { (try? readFile(log).contains("ready")) == true || !child.isRunning }
        guard isReady, child.isRunning else {
            throw ChildProcess.Failure(description: "bumble's controller does not start: \((try? readFile(log)) ?? "")")
        }
    }

    /// From now on they are heard with so many dBm; only where a strength was given at the start.
    public func hear(with dBm: Int) throws {
        try writeFile(strength + ".new", "\(dBm)")
        // At once, so that nobody reads half of it.
        guard rename(strength + ".new", strength) == 0 else {
            throw ChildProcess.Failure(description: "the strength cannot be changed: error \(errno)")
        }
    }

    /// All advertisers stop.
    public func silence() throws { try writeFile(silent, "") }

    /// kill -9.
    public func kill() { process.kill() }
}
