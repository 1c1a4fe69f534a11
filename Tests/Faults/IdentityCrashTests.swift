import Bus
import Glibc
import Identity
import Schema
import Support
import Testing

/// A crash or an error at every call on a file during enrolment and renewal: the node has the pair it had or the new one,
/// or refuses with a named code; and with the next start it comes up, with exactly one active pair (T22, H30).
///
/// `BEACONBUS_CRASHES=all` tries every call; a few of them are tried otherwise.
@Suite("Every call on a file may be the last", .serialized, .enabled(if: MosquittoBroker.isInstalled))
struct IdentityCrashTests {
    enum Scenario: String, CaseIterable, Sendable {
        case enrolment, renewal
    }

    @Test(
        "H30, T22: killed at a call, and in the middle of a write", arguments: Scenario.allCases,
        [FaultyCalls.Fault.kill, .tear])
    func killed(_ scenario: Scenario, _ fault: FaultyCalls.Fault) async throws {
        try await sweep(scenario, fault)
    }

    @Test(
        "H30, T22, D6: an error once, and a disk that is full or read-only from then on", arguments: Scenario.allCases,
        [FaultyCalls.Fault.fails(EIO), .fails(ENOSPC), .failsFrom(ENOSPC), .failsFrom(EROFS), .failsFrom(EIO)])
    func failing(_ scenario: Scenario, _ fault: FaultyCalls.Fault) async throws {
        try await sweep(scenario, fault)
    }

    // MARK: One kind of fault at every call

    private func sweep(_ scenario: Scenario, _ fault: FaultyCalls.Fault) async throws {
        let site = try await CrashSite()
        guard let calls = await FaultyCalls(in: site.folder.path) else { return await site.close() }
        let count = try await Self.count(scenario, site, calls)
        let numbers = Self.chosen(of: count)
        let width = Self.isComplete ? 4 : 2
        let begin = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, number) in numbers.enumerated() {
                if index >= width { try await group.next() }
                group.addTask { try await Self.trial(scenario, fault, number, site, calls) }
            }
            try await group.waitForAll()
        }
        #expect(site.view.read { $0.conflicts } == 0, "a request came again with other words")
        let seconds = (ContinuousClock.now - begin).components.seconds
        print("\(scenario), \(fault): \(numbers.count) of \(count) calls tried in \(seconds) s")
        await site.close()
    }

    /// How many calls there are when nothing goes wrong.
    private static func count(_ scenario: Scenario, _ site: CrashSite, _ calls: FaultyCalls) async throws -> Int {
        let node = try await make(scenario, "\(scenario)-count", site)
        let before = site.view.read { $0.active[node.node] }
        let log = node.folder + "/calls"
        let process = try node.start(calls.environment(.kill, at: 0, below: node.folder + "/identity", log: log))
        let isDone = await eventually(within: .seconds(60)) { isActive(node, site, not: before) }
        #expect(isDone, "\(node.logTail)")
        await process.terminate()
        return try readFile(log).split(separator: "\n").count
    }

    static func make(_ scenario: Scenario, _ name: String, _ site: CrashSite) async throws -> CrashNode {
        switch scenario {
        case .enrolment: try site.node(name)
        case .renewal: try await site.dueNode(name)
        }
    }

    private static func trial(
        _ scenario: Scenario, _ fault: FaultyCalls.Fault, _ number: Int, _ site: CrashSite, _ calls: FaultyCalls
    ) async throws {
        let node = try await make(scenario, "t\(number)-\(UInt32.random(in: 0...0xfff_ffff))", site)
        let before = site.view.read { $0.active[node.node] }
        let what: Testing.Comment = "\(scenario), call \(number), \(fault)"
        let log = node.folder + "/calls"
        let process = try node.start(calls.environment(fault, at: number, below: node.folder + "/identity", log: log))
        try await watch(process, node, scenario, fault, before, site, what)
        try await recover(node, scenario, fault, before, site) {
            let call = ((try? readFile(log)) ?? "").split(separator: "\n").first { $0.hasPrefix("\(number) ") } ?? ""
            return "\(what) (\(call))"
        }
    }

    /// Until it is dead, up, or has refused.
    private static func watch(
        _ process: ChildProcess, _ node: CrashNode, _ scenario: Scenario, _ fault: FaultyCalls.Fault,
        _ before: CertificateSetID?, _ site: CrashSite, _ what: Testing.Comment
    ) async throws {
        await eventually(within: .seconds(fault == .kill || fault == .tear ? 60 : isComplete ? 20 : 5)) {
            !process.isRunning || isActive(node, site, not: before) || refusal(node, site) != nil
                || scenario == .renewal && isRunning(node, site)
        }
        if let status = await process.ended(within: .zero), status & 0x7f == 0 {
            // It ended by itself: only with a code for people.
            #expect(ChildProcess.exitCode(status) != 0 || status == 0, what)
        }
        switch fault {
        case .kill, .tear: process.kill()
        case .fails, .failsFrom: await process.terminate()
        }
    }

    /// What is there serves, and with the next start the node is up.
    static func recover(
        _ node: CrashNode, _ scenario: Scenario, _ fault: FaultyCalls.Fault, _ before: CertificateSetID?,
        _ site: CrashSite, _ what: () -> String
    ) async throws {
        // What is there now serves, or is none; never half of one.
        do {
            let set = try node.usableSet(site.site)
            if scenario == .renewal { #expect(set != nil, "\(what()): the old pair is gone") }
        } catch {
            Issue.record("\(what()): what is there cannot be used: \(error)")
        }
        site.view.write { $0.states[node.node] = nil }
        let again = try node.start()
        // A node whose old pair still serves runs on with it, and renews in its own time or at its next start (D3, D5).
        let isRunningOn = await eventually(within: .seconds(60)) {
            isActive(node, site, not: before) || scenario == .renewal && isRunning(node, site)
        }
        if isRunningOn, !isActive(node, site, not: before) { site.restart(node) }
        let isDone = await eventually(within: .seconds(60)) { isActive(node, site, not: before) }
        #expect(isDone, "\(what()): not up after the next start\n\(node.logTail)")
        await again.terminate()
        let issued = site.view.read { $0.issued[node.node] ?? 0 }
        switch fault {
        case .kill, .tear: #expect(issued == 1, "\(what()): \(issued) pairs were issued")
        case .fails, .failsFrom: #expect(issued <= 3, "\(what()): \(issued) pairs were issued")
        }
    }

    /// The node uses another pair than before, whole and sound, and the authority knows.
    static func isActive(_ node: CrashNode, _ site: CrashSite, not before: CertificateSetID?) -> Bool {
        guard let active = site.view.read({ $0.active[node.node] }), active != before,
            let set = try? node.usableSet(site.site)
        else { return false }
        return set == active && (try? node.identity.unactivated()) == .some(nil)
    }

    static func isRunning(_ node: CrashNode, _ site: CrashSite) -> Bool {
        site.view.read { view in view.states[node.node].map { $0.online && $0.state == .running } ?? false }
    }

    /// A start that was refused, with its code.
    static func refusal(_ node: CrashNode, _ site: CrashSite) -> ErrorCode? {
        site.view.read { $0.states[node.node]?.error?.code }
    }

    // MARK: Which calls

    static var isComplete: Bool { getenv("BEACONBUS_CRASHES").map { String(cString: $0) } == "all" }

    private static func chosen(of count: Int) -> [Int] {
        guard !isComplete else { return Array(1...max(count, 1)) }
        let seed = UInt64.random(in: 0...999_999)
        var generator = SeededGenerator(seed: seed)
        print("seed \(seed)")
        return (0..<2).map { _ in Int.random(in: 1...max(count, 1), using: &generator) }
    }
}
