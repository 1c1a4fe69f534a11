import Glibc
import Schema
import Support
import Testing

@testable import LifecycleService

@Suite("Token from a command (H25, D13)")
struct TokenCommandTests {
    private let folder = TemporaryFolder()

    private func run(_ words: [String], limit: Duration = .seconds(5)) throws -> String? {
        try TokenCommand(words, limit: limit, variables: [("BEACONBUS_NODE", "kitchen")]).run()?.text
    }

    private func shell(_ text: String, limit: Duration = .seconds(5)) throws -> String? {
        try run(["/bin/sh", "-c", text], limit: limit)
    }

    private func code(_ body: () throws -> String?) -> ErrorCode? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? BeaconBusError)?.code
        }
    }

    @Test("H25: the first line of its output is the token; an empty one is null")
    func output() throws {
        #expect(try run(["/bin/echo", "abc"]) == "abc")
        #expect(try shell("echo one; echo two") == "one")
        #expect(try run(["/bin/true"]) == nil)
        #expect(try shell("echo; echo two") == nil)
    }

    @Test("It is run without a shell, with its words as they are")
    func words() throws {
        #expect(try run(["/bin/echo", "$HOME;`id`"]) == "$HOME;`id`")
    }

    @Test("It gets a small environment of its own, no input, and none of our descriptors")
    func surroundings() throws {
        setenv("BEACONBUS_TEST_SECRET", "1", 1)
        #expect(
            try shell("env | sort | cut -d= -f1 | grep -v -e ^PWD$ -e ^_$ -e ^SHLVL$ -e ^OLDPWD$ | tr '\\n' ' '")
                == "BEACONBUS_NODE LANG PATH ")
        #expect(try shell("cat | wc -c | tr -d ' '") == "0")
        #expect(try shell("ls /proc/self/fd | wc -l | tr -d ' '") == "4")
    }

    @Test("An end with a code, an unknown program and a signal are no token, and say so without the output")
    func failures() {
        #expect(code { try shell("echo secret; exit 3") } == .tokenMissing)
        #expect(code { try run(["/nonexistent/program"]) } == .tokenMissing)
        #expect(code { try shell("kill -9 $$") } == .tokenMissing)
        do {
            _ = try shell("echo very-secret; echo very-secret >&2; exit 1")
        } catch {
            #expect(!"\(error) \(String(reflecting: error))".contains("very-secret"))
        }
    }

    @Test("R12: output without end is not kept, and does not hold us beyond the limit")
    func flood() {
        let begin = ContinuousClock.now
        #expect(
            code { try shell("while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done", limit: .milliseconds(300)) }
                == .tokenTimeout)
        #expect(code { try shell("head -c 100000 /dev/zero | tr '\\0' t") } == .tokenInvalid)
        #expect(ContinuousClock.now - begin < .seconds(5))
    }

    @Test("At its limit it is killed with everything it started; so is what it leaves behind when it ends")
    func limit() async throws {
        let mark = folder.path + "/pids"
        #expect(
            code {
                try shell("sleep 60 & echo $! > \(mark); echo $$ >> \(mark); wait", limit: .milliseconds(500))
            } == .tokenTimeout)
        #expect(await goneAll(mark))
        #expect(try shell("sleep 60 & echo $! > \(mark).2; echo token") == "token")
        #expect(await goneAll(mark + ".2"))
    }

    @Test("R19: cancelled, it is killed at once")
    func cancel() async throws {
        let mark = folder.path + "/pid"
        // Nothing but the cancellation ends it within a day, so how long the machine takes does not matter.
        let command = TokenCommand(
            ["/bin/sh", "-c", "echo $$ > \(mark).new; mv \(mark).new \(mark); exec sleep 86400"],
            limit: .seconds(86_400), variables: [])
        async let result = onThread { code { try command.run()?.text } }
        #expect(await eventually { access(mark, F_OK) == 0 }, "it does not run")
        command.cancel()
        #expect(await result == .startSuperseded)
        #expect(await goneAll(mark))
    }

    @Test("R19: cancelled before it began, it is killed all the same")
    func cancelEarly() async {
        let command = TokenCommand(["/bin/sleep", "86400"], limit: .seconds(86_400), variables: [])
        command.cancel()
        #expect(await onThread { code { try command.run()?.text } } == .startSuperseded)
    }

    private func goneAll(_ file: String) async -> Bool {
        let pids = ((try? readFile(file)) ?? "").split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
        #expect(!pids.isEmpty)
        return await eventually(within: .seconds(5)) { pids.allSatisfy { kill($0, 0) != 0 } }
    }
}
