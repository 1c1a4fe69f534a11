import Glibc
import ServiceKit
import Testing

@Suite("Values")
struct ValueTests {
    @Test(
        "Durations are read with their unit and printed so that they read back the same",
        arguments: [
            ("0", .zero), ("250ms", .milliseconds(250)), ("1.5s", .milliseconds(1500)), ("30s", .seconds(30)),
            ("5min", .seconds(300)), ("2h", .seconds(7200)), ("90d", .seconds(7_776_000)),
            ("0.5ms", .microseconds(500)),
        ] as [(String, Duration)])
    func durations(_ text: String, _ duration: Duration) {
        #expect(DurationText.parse(text) == duration)
        #expect(DurationText.parse(DurationText.text(duration)) == duration)
    }

    @Test(
        "What is not a duration is not read",
        arguments: ["", "5", "s", "-1s", "1m", "1 s", ".5s", "5.s", "1..2s", "1e3s", "40000000d", "٣s"])
    func notDurations(_ text: String) {
        #expect(DurationText.parse(text) == nil)
    }

    @Test("Addresses know whether they stay on this machine")
    func addresses() {
        for text in ["127.0.0.1:1", "localhost:1883", "[::1]:80", "127.9.9.9:0"] {
            #expect(NetworkAddress(text)?.isLoopback == true, "\(text)")
            #expect(NetworkAddress(text)?.description == text)
        }
        for text in ["10.0.0.1:1", "127.0.0.1.example.org:1", "127.1:1", "[::]:80", "0.0.0.0:1", "broker.local:1"] {
            #expect(NetworkAddress(text)?.isLoopback == false, "\(text)")
        }
        for text in ["", ":1", "host", "host:", "host:x", "host:70000", "::1:80", "ho st:1", "h/x:1"] {
            #expect(NetworkAddress(text) == nil, "\(text)")
        }
    }

    /// Calls `body` with the path of a temporary file.
    static func withFile(_ text: String, mode: mode_t, _ body: (String) throws -> Void) rethrows {
        let path = "/tmp/beaconbus-secret-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let descriptor = open(path, O_CREAT | O_WRONLY, mode)
        _ = write(descriptor, text, text.utf8.count)
        fchmod(descriptor, mode)
        close(descriptor)
        defer { unlink(path) }
        try body(path)
    }

    @Test("D13: a secret is read from its file and never shown")
    func secret() throws {
        try Self.withFile("hunter2\n", mode: 0o600) { path in
            let secret = try Secret(file: path)
            #expect(secret.bytes == Array("hunter2".utf8))
            var dumped = ""
            dump(secret, to: &dumped)
            for text in ["\(secret)", String(reflecting: secret), dumped, "\([secret])"] {
                #expect(!text.contains("hunter2") && !text.contains("104"), "\(text)")
            }
        }
    }

    @Test("A secret file that is open to others, missing or empty is refused with the remedy")
    func badSecrets() {
        Self.withFile("x", mode: 0o644) { path in
            let error = #expect(throws: Secret.Problem.self) { try Secret(file: path) }
            #expect(
                error?.description
                    == "The secret file \(path) is open to others (mode 644); run: chmod 600 \(path)")
        }
        Self.withFile("\n", mode: 0o600) { path in
            let error = #expect(throws: Secret.Problem.self) { try Secret(file: path) }
            #expect(error?.description == "The secret file \(path) is empty.")
        }
        let error = #expect(throws: Secret.Problem.self) { try Secret(file: "/nonexistent/x") }
        #expect(
            error?.description == "The secret file /nonexistent/x cannot be opened: No such file or directory.")
        #expect(throws: Secret.Problem.self) { try Secret(file: "/tmp") }
    }
}
