import Glibc
import Schema
import ServiceKit
import Support
import Synchronization
import Testing

@testable import BeaconControl

@Suite("Child processes", .timeLimit(.minutes(1)))
struct ProcessTests {
    /// What a supervisor reported, in order.
    final class Diary: Sendable {
        private let state = Mutex([String]())
        func note(_ line: String) { state.withLock { $0.append(line) } }
        var lines: [String] { state.withLock { $0 } }

        func supervisor() -> Supervisor {
            Supervisor { [self] report in
                switch report {
                case .line(let program, let text): note("\(program): \(text)")
                case .ended(let program, let ending, let wait, _):
                    note("\(program) \(ending), \(wait == nil ? "given up" : "again")")
                }
            }
        }
    }

    static func shell(_ name: String, _ script: String) -> SupervisedProcess.Program {
        SupervisedProcess.Program(name: name, path: "/bin/sh", arguments: ["-c", script])
    }

    static func until(_ condition: @Sendable () -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while !condition() {
            try #require(ContinuousClock.now < deadline, "the condition did not come true")
            await Task.yield()
        }
    }

    @Test("Output of both kinds comes line by line, and the end with its code")
    func output() async throws {
        let diary = Diary()
        let process = SupervisedProcess(Self.shell("a", "echo one; echo two >&2; printf three; exit 3"))
        process.start(line: { diary.note($0) }, ended: { diary.note("\($0)") })
        try await Self.until { diary.lines.count == 4 }
        #expect(diary.lines == ["one", "two", "three", "ended with code 3"])
        #expect(process.processID == nil)
    }

    @Test("A program that is not there, one that is killed, and one that floods its output are told apart")
    func endings() async throws {
        let diary = Diary()
        let missing = SupervisedProcess(.init(name: "m", path: "/nonexistent/program", arguments: []))
        missing.start(line: { _ in }, ended: { diary.note("missing \($0)") })
        try await Self.until { diary.lines.count == 1 }
        #expect(diary.lines[0].hasPrefix("missing ended with code 127") || diary.lines[0].contains("No such file"))
        let killed = SupervisedProcess(Self.shell("k", "kill -SEGV $$"))
        killed.start(line: { _ in }, ended: { diary.note("killed \($0)") })
        try await Self.until { diary.lines.count == 2 }
        #expect(diary.lines[1] == "killed was ended by signal 11 (segmentation fault)")
        let longest = Mutex(0)
        let flooding = SupervisedProcess(Self.shell("f", "head -c 1000000 /dev/zero"))
        flooding.start(
            line: { line in longest.withLock { $0 = max($0, line.utf8.count) } }, ended: { diary.note("\($0)") })
        try await Self.until { diary.lines.count == 3 }
        #expect(longest.withLock { $0 } == ChildOutput.limit)
    }

    @Test("A child has no descriptors but its three, no blocked signals, and a process group of its own")
    func surroundings() async throws {
        let diary = Diary()
        let script =
            "ls /proc/self/fd | wc -l; grep -E 'SigBlk|SigIgn' /proc/self/status; echo pgrp $(cut -d' ' -f5 /proc/$$/stat) $$"
        let process = SupervisedProcess(Self.shell("a", script))
        process.start(line: { diary.note($0) }, ended: { diary.note("\($0)") })
        try await Self.until { diary.lines.last?.hasPrefix("ended") == true }
        // ls itself has the folder open.
        #expect(diary.lines[0] == "4")
        for line in diary.lines[1...2] {
            // The C library keeps signals 32 and 33 to itself.
            let mask = line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
            #expect(mask.map { $0 & 0x7fff_ffff } == 0, "\(line)")
        }
        let words = diary.lines[3].split(separator: " ")
        #expect(words.count == 3 && words[1] == words[2])
    }

    @Test("One that ends unasked is started again")
    func restart() async throws {
        let diary = Diary()
        let supervisor = diary.supervisor()
        supervisor.start(Self.shell("a", "echo here; exit 1"))
        try await Self.until { diary.lines.count >= 3 }
        #expect(Array(diary.lines.prefix(3)) == ["a: here", "a ended with code 1, again", "a: here"])
        #expect(supervisor.restarts >= 1 && supervisor.failure == nil)
        await supervisor.stop { _ in }
    }

    @Test("One with a wrong configuration is given up at once, with its name and code")
    func hopeless() async throws {
        let diary = Diary()
        let supervisor = diary.supervisor()
        supervisor.start(Self.shell("a", "echo bad key; exit 78"))
        try await Self.until { supervisor.failure != nil }
        #expect(supervisor.failure == "a ended with code 78 (wrong configuration)")
        #expect(supervisor.lastLines("a") == ["bad key"])
        await supervisor.stop { _ in }
    }

    @Test("All are ended in reverse order, one that does not listen is killed, none is left")
    func stop() async throws {
        let diary = Diary()
        let supervisor = diary.supervisor()
        for name in ["a", "b", "c"] {
            let reaction = name == "b" ? "trap '' TERM" : "trap 'echo bye; exit 0' TERM"
            supervisor.start(Self.shell(name, "\(reaction); echo up; while :; do sleep 0.05; done"))
        }
        try await Self.until { diary.lines.count == 3 }
        await supervisor.stop(patience: .milliseconds(300)) { diary.note("stopping \($0)") }
        #expect(
            diary.lines.dropFirst(3).filter { !$0.contains("Killed") } == [
                "stopping c", "c: bye", "stopping b", "stopping a", "a: bye",
            ])
    }

    @Test("A restart waits longer each time, and one that never stays up is given up")
    func policy() {
        var policy = RestartPolicy()
        var waits: [Double] = []
        while case .restart(let wait) = policy.ended(.exited(1), lifetime: 1) { waits.append(wait) }
        #expect(waits == [0.5, 1, 2, 4, 8, 16])
        var steady = RestartPolicy()
        for _ in 0..<100 { #expect(steady.ended(.signalled(9), lifetime: 60) == .restart(after: 0.5)) }
        #expect(steady.ended(.exited(64), lifetime: 60) == .giveUp)
        #expect(steady.ended(.notStarted("x"), lifetime: 0) == .giveUp)
    }

    @Test("Children left behind by a killed run are ended by the next one, and nobody else")
    func leftChildren() async throws {
        let folder = TemporaryFolder()
        let diary = Diary()
        let child = SupervisedProcess(Self.shell("left", "echo up; exec sleep 600"))
        child.start(line: { diary.note($0) }, ended: { diary.note("\($0)") })
        try await Self.until { diary.lines == ["up"] }
        let pid = try #require(child.processID)
        try LeftChildren(folder: folder.path).note([pid, getpid()])
        // Our own number with another start time stands for a number that was given away again.
        let path = "\(folder.path)/children"
        let text = String(decoding: try FileContents.read(path), as: UTF8.self)
        let lines = text.split(separator: "\n").map { line in
            line.hasPrefix("\(getpid()) ") ? "\(getpid()) 1" : String(line)
        }
        let file = open(path, O_WRONLY | O_TRUNC)
        let changed = lines.joined(separator: "\n") + "\njunk\n-1 5\n"
        _ = write(file, changed, changed.utf8.count)
        close(file)
        await OwnThread.run(name: "left") { try? LeftChildren(folder: folder.path).endAll() }
        try await Self.until { diary.lines.count == 2 }
        #expect(diary.lines[1] == "was ended by signal 15 (terminate)")
        #expect(access(path, F_OK) != 0)
    }

    @Test("A second run in the same data folder is refused, naming the first")
    func secondRun() throws {
        let folder = TemporaryFolder()
        let first = try UpFolder(path: folder.path)
        let error = #expect(throws: BeaconBusError.self) { try UpFolder(path: folder.path) }
        #expect(error?.code == .storeBusy)
        #expect(error?.reason == "process \(getpid()) holds \(folder.path)/lock")
        #expect(
            error?.suggestion
                == "End it with Ctrl-C first, or give this one a folder of its own with --data-dir.")
        #expect(first.path == folder.path)
    }
}
