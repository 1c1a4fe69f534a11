import Glibc
import Testing

@testable import ServiceKit

@Suite("Service main", .timeLimit(.minutes(1)))
struct ServiceMainTests {
    enum Sample: ServiceProgram {
        static let name = "beacon-sample"
        static let section = "scanner"
        static let summary = "Does nothing, for tests."
        static let window = Key(
            "scanner.batch.window", .duration(.zero...(.seconds(1))), default: .zero, flag: "window",
            "How long a batch waits for more.")
        static let fail = Key("scanner.fail", .boolean, default: false, "Whether to fail.")
        static let keys: [any ConfigurationKey] = [window, fail, CommonKeys.node]
        static let options: [any CommandOption] = [Flag("dry-run", "Does nothing, dryly.")]

        struct Broken: Error, CustomStringConvertible {
            let description = "The sample is broken. Mend it."
        }

        static func services(_ context: ServiceContext) throws -> [any Service] {
            if context.configuration[fail] { throw Broken() }
            return [ClosureService("nothing") {}]
        }
    }

    /// Runs the sample; its log goes nowhere.
    static func run(
        _ words: [String], environment: [String: String] = [:]
    ) async throws -> (code: ExitCode, output: String, errors: String) {
        let output = try Pipe()
        let errors = try Pipe()
        let code = await ServiceMain.run(
            Sample.self, words: words + ["--log-level", "error"], environment: environment,
            output: output.stream, errors: errors.stream)
        return (code, output.finish(), errors.finish())
    }

    @Test("A service whose work is over ends its process with 0")
    func endsWithSuccess() async throws {
        let result = try await Self.run(["--node", "kitchen"])
        #expect(result == (.success, "", ""))
    }

    @Test("--check-config says that the configuration is good, or everything that is wrong with it, with code 78")
    func checkConfig() async throws {
        let good = try await Self.run(["--check-config", "--node", "kitchen"])
        #expect(good == (.success, "The configuration is good.\n", ""))
        let bad = try await Self.run(["--check-config", "--node", "Kitchen", "--window", "9"])
        #expect(bad.code == .configuration)
        #expect(
            bad.errors == """
                beacon-sample: the configuration is wrong:
                --window is "9"; expected a duration from 0 to 1s, such as 250ms, 30s, 5min, 2h or 90d.
                --node is "Kitchen"; expected 1 to 32 of a-z, 0-9, _ and -, beginning with a letter or digit.

                """)
    }

    @Test("A missing configuration file is named")
    func missingFile() async throws {
        let result = try await Self.run(["--config", "/nonexistent.yaml"])
        #expect(result.code == .configuration)
        #expect(
            result.errors
                == "beacon-sample: The configuration file /nonexistent.yaml cannot be opened: No such file or directory.\n"
        )
    }

    @Test("A wrong flag ends with code 64, the usage and where to read on")
    func usage() async throws {
        let result = try await Self.run(["--windw", "1s"])
        #expect(result.code == .usage)
        #expect(
            result.errors == """
                beacon-sample: there is no option "--windw". Did you mean --window?
                Usage: beacon-sample [options]
                See "beacon-sample --help".

                """)
    }

    @Test("An error of the program ends with code 70 and its own words")
    func failure() async throws {
        let result = try await Self.run(["--node", "a"], environment: ["BEACONBUS_SCANNER_FAIL": "true"])
        #expect(result == (.software, "", "beacon-sample: The sample is broken. Mend it.\n"))
    }

    @Test("--version and --print-config print to standard output")
    func print() async throws {
        #expect(try await Self.run(["--version"]) == (.success, "beacon-sample 0.1.0\n", ""))
        let template = try await Self.run(["--print-config"])
        #expect(template.output.contains("scanner:\n"))
        #expect(template.output == ServiceMain.table(Sample.self).template)
    }

    @Test("The help of a service")
    func help() async throws {
        let result = try await Self.run(["--help"])
        #expect(
            result.output == """
                Does nothing, for tests.

                Usage: beacon-sample [options]

                Options:
                  --dry-run            Does nothing, dryly.
                  --config FILE        The configuration file (YAML).
                  --check-config       Check the configuration and end.
                  --print-config       Print a configuration file with every key and its default, and end.
                  --site SITE          The site these services work for. Default: home.
                  --data-dir DIR       Where services keep what must survive a restart, each in a folder of its own.
                                       Default: /var/lib/beaconbus.
                  --broker HOST:PORT   The MQTT broker. Default: 127.0.0.1:1883.
                  --log-level LEVEL    The least important lines that are written. Default: info.
                  --log-format FORMAT  How log lines look; auto is text on a terminal and JSON otherwise. Default:
                                       auto.
                  --window WINDOW      How long a batch waits for more. Default: 0.
                  --node NODE          The name of this edge machine at its site.
                  --http HOST:PORT     Where /metrics and /health are served, a numeric address and a port (0 = any
                                       free one).
                  --help               Show this help.
                  --version            Show the version.

                """)
    }

    @Test("R17: what other machines can reach is refused unless it is allowed in so many words")
    func loopbackOnly() async throws {
        let words = ["--node", "a", "--check-config"]
        let broker = try await Self.run(words + ["--broker", "10.0.0.1:1883"])
        #expect(broker.code == .configuration)
        #expect(
            broker.errors
                == "beacon-sample: broker.address is 10.0.0.1:1883, which is another machine, and there is no TLS. Set "
                + "broker.authorityFile, or broker.plainText: true if everybody on the way may read and forge.\n")
        let allowed = try await Self.run(
            words + ["--broker", "10.0.0.1:1883"], environment: ["BEACONBUS_BROKER_PLAIN_TEXT": "true"])
        #expect(allowed.code == .success)
        let http = try await Self.run(words + ["--http", "0.0.0.0:9100"])
        #expect(
            http.errors
                == "beacon-sample: scanner.http.listen is 0.0.0.0:9100, which other machines can reach. Use 127.0.0.1, "
                + "or set scanner.http.anyAddress: true if that is wanted.\n")
    }

    @Test("R17: one file serves all services of a site: {service} in the paths of certificate and key is their name")
    func certificatesByName() throws {
        let file = """
            broker:
              authorityFile: /d/tls/authority.pem
              certificateFile: "/d/tls/{service}.crt"
              keyFile: "/d/tls/{service}.key"
            """
        let loaded = try Configuration.load(ConfigurationTable(CommonKeys.all), file: ("f", Array(file.utf8)))
        let broker = try BrokerSettings(loaded, service: "dispatch")
        #expect(broker.certificateFile == "/d/tls/dispatch.crt" && broker.keyFile == "/d/tls/dispatch.key")
        #expect(broker.authorityFile == "/d/tls/authority.pem")
        // A program for people has a certificate of its own.
        let error = #expect(throws: ConfigurationError.self) { try BrokerSettings(loaded) }
        #expect(error?.description.contains("op_NAME.yaml") == true)
    }

    @Test("SIGTERM and SIGINT become requests to stop, SIGHUP is kept for later, SIGPIPE is ignored")
    func signals() async throws {
        let diary = ServiceGroupTests.Diary()
        let watcher = SignalWatcher { diary.note("\($0)") }
        kill(getpid(), SIGTERM)
        try await ServiceGroupTests.until { diary.all == ["stop"] }
        kill(getpid(), SIGINT)
        try await ServiceGroupTests.until { diary.all == ["stop", "stop"] }
        kill(getpid(), SIGHUP)
        try await ServiceGroupTests.until { diary.all == ["stop", "stop", "reload"] }
        kill(getpid(), SIGPIPE)
        watcher.cancel()
    }
}
