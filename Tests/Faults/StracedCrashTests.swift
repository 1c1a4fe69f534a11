import Glibc
import Identity
import Schema
import Support
import Testing

/// The same from outside the process, with nothing of ours in it: strace kills it at the Nth call of one kind.
///
/// strace counts for each thread apart; the calls on the node's files are all made by one, so N reaches every one of them.
@Suite("strace kills at the Nth call", .serialized, .enabled(if: MosquittoBroker.isInstalled))
struct StracedCrashTests {
    @Test(
        "H30, T22: killed by strace at the Nth fsync, rename, symlink, unlink, mkdir",
        arguments: IdentityCrashTests.Scenario.allCases)
    func killed(_ scenario: IdentityCrashTests.Scenario) async throws {
        let site = try await CrashSite()
        defer { site.stop() }
        guard await Self.isAllowed(site.folder.path) else {
            return print("SKIPPED: strace is not installed, or processes may not be traced here")
        }
        for call in ["fsync", "rename", "symlink", "unlink", "mkdir"] {
            var number = 1
            // Until it gets through: then there is no such call any more.
            while try await trial(scenario, call, number, site) {
                number += IdentityCrashTests.isComplete ? 1 : Int.random(in: 8...16)
            }
            print("\(scenario), \(call): through at call \(number)")
        }
        #expect(site.view.read { $0.conflicts } == 0)
    }

    private static let strace = "/usr/bin/strace"

    private static func isAllowed(_ folder: String) async -> Bool {
        guard access(strace, X_OK) == 0 else { return false }
        return (try? await runTool(strace, ["-o", "/dev/null", "/bin/true"], in: folder)) != nil
    }

    /// - Returns: whether it was killed.
    private func trial(
        _ scenario: IdentityCrashTests.Scenario, _ call: String, _ number: Int, _ site: CrashSite
    ) async throws -> Bool {
        let node = try await IdentityCrashTests.make(scenario, "s\(UInt32.random(in: 0...0xfff_ffff))", site)
        let before = site.view.read { $0.active[node.node] }
        // -D: the program is our child, strace stands aside.
        let process = try node.start(wrapper: [
            Self.strace, "-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
            "inject=\(call):signal=SIGKILL:when=\(number)",
        ])
        await eventually(within: .seconds(60)) {
            !process.isRunning || IdentityCrashTests.isActive(node, site, not: before)
        }
        let wasKilled = !process.isRunning
        process.kill()
        try await IdentityCrashTests.recover(node, scenario, .kill, before, site) {
            "\(scenario), \(call) \(number)"
        }
        return wasKilled
    }
}
