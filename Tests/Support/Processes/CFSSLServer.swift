internal import Glibc
public import Identity
internal import Synchronization

/// A real cfssl server on a free loopback port, with an authority of the test's, stopped by pid.
public final class CFSSLServer: Sendable {
    /// One way of signing, as in cfssl's configuration.
    public struct Profile: Sendable {
        public let name: String
        public let usages: [String]
        /// In cfssl's notation, such as `2160h`.
        public let expiry: String
        public let isAuthority: Bool

        public init(
            _ name: String, usages: [String] = ["client auth", "digital signature"], expiry: String = "24h",
            isAuthority: Bool = false
        ) {
            self.name = name
            self.usages = usages
            self.expiry = expiry
            self.isAuthority = isAuthority
        }

        fileprivate var json: String {
            let list = usages.map { "\"\($0)\"" }.joined(separator: ",")
            let authority = isAuthority ? #","ca_constraint":{"is_ca":true}"# : ""
            return #"{"usages":[\#(list)],"expiry":"\#(expiry)","auth_key":"test","backdate":"1m"\#(authority)}"#
        }
    }

    public let port: UInt16
    private let folder: String
    private let process = Mutex<ChildProcess?>(nil)

    private static let path = "/usr/bin/cfssl"

    /// Whether cfssl is installed.
    public static var isInstalled: Bool { access(path, X_OK) == 0 }

    /// - Parameters:
    ///   - folder: an existing folder for its files.
    ///   - key: the authentication key of all profiles.
    ///   - tls: its own certificate and key, PEM files; nil = plain http.
    public init(
        folder: String, authority: CertificateAuthority, key: SecretBytes, profiles: [Profile] = [Profile("node")],
        tls: (certificate: String, key: String)? = nil
    ) throws {
        port = LoopbackPort.free()
        self.folder = folder
        try writeFile(folder + "/ca.crt", authority.certificate.pem)
        try writeFile(folder + "/ca.key", String(decoding: authority.key.pem().bytes, as: UTF8.self))
        let list = profiles.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",")
        try writeFile(
            folder + "/config.json",
            """
            {"signing":{"default":\(Profile("default", usages: ["server auth"], expiry: "8760h").json),"profiles":{\(list)}},
            "auth_keys":{"test":{"type":"standard","key":"\(HexText.encode(key.bytes))"}}}
            """)
        self.tls = tls
        try start()
    }

    private let tls: (certificate: String, key: String)?

    deinit { kill() }

    /// `http://127.0.0.1:port`.
    public var url: String { "\(tls == nil ? "http" : "https")://\(tls == nil ? "127.0.0.1" : "localhost"):\(port)" }

    /// Starts it and waits until it accepts connections.
    public func start() throws {
        var arguments = [
            "serve", "-address", "127.0.0.1", "-port", "\(port)", "-ca", folder + "/ca.crt", "-ca-key",
            folder + "/ca.key", "-config", folder + "/config.json",
        ]
        if let tls { arguments += ["-tls-cert", tls.certificate, "-tls-key", tls.key] }
        let process = try ChildProcess(Self.path, arguments, output: folder + "/cfssl.out")
        self.process.withLock { $0 = process }
        for _ in 0..<2_000 {
            if LoopbackPort.answers(port) { return }
            guard process.isRunning else { break }
            usleep(5_000)
        }
        throw ChildProcess.Failure(description: "cfssl does not start, see \(folder)/cfssl.out")
    }

    /// kill -9.
    public func kill() {
        process.withLock {
            $0?.kill()
            $0 = nil
        }
    }
}
