import Glibc
import Schema
import ServiceKit
import Synchronization

/// Starts programs, starts those again that end unasked, and ends all in reverse order.
final class Supervisor: Sendable {
    /// What it has to tell.
    enum Report: Sendable {
        case line(program: String, text: String)
        case ended(program: String, ending: ChildEnding, restartAfter: Double?, lastLines: [String])
    }

    private struct Member {
        let program: SupervisedProcess.Program
        var process: SupervisedProcess
        var policy = RestartPolicy()
        var startedAt = Instant.now()
        var lines: [String] = []
        var isGone = false
    }

    private struct State {
        var members: [Member] = []
        var isStopping = false
        var givenUp: String?
        var restarts = 0
    }

    private static let keptLines = 12

    private let state = Mutex(State())
    private let report: @Sendable (Report) -> Void
    private let changed: @Sendable ([Int32]) -> Void

    /// - Parameters:
    ///   - report: called on the children's threads.
    ///   - changed: the process numbers of all children, whenever they change.
    init(
        changed: @escaping @Sendable ([Int32]) -> Void = { _ in }, report: @escaping @Sendable (Report) -> Void
    ) {
        self.report = report
        self.changed = changed
    }

    /// Why it cannot go on; nil as long as it can.
    var failure: String? { state.withLock { $0.givenUp } }

    /// How often a program was started again.
    var restarts: Int { state.withLock { $0.restarts } }

    /// Starts a program; it is ended before all that were started earlier.
    func start(_ program: SupervisedProcess.Program) {
        let process = SupervisedProcess(program)
        let isStopping = state.withLock { state in
            if !state.isStopping { state.members.append(Member(program: program, process: process)) }
            return state.isStopping
        }
        if !isStopping { launch(process) }
    }

    /// The last lines a program wrote.
    func lastLines(_ name: String) -> [String] {
        state.withLock { $0.members.last { $0.program.name == name }?.lines ?? [] }
    }

    private func launch(_ process: SupervisedProcess) {
        process.start(
            line: { [self] text in
                state.withLock { state in
                    guard let index = state.members.firstIndex(where: { $0.process === process }) else { return }
                    state.members[index].lines.append(text)
                    if state.members[index].lines.count > Self.keptLines { state.members[index].lines.removeFirst() }
                }
                report(.line(program: process.program.name, text: text))
            }, ended: { [self] ending in ended(process, ending) })
        noteChildren()
    }

    private func noteChildren() {
        changed(state.withLock { $0.members.compactMap { $0.process.processID } })
    }

    private func ended(_ process: SupervisedProcess, _ ending: ChildEnding) {
        let now = Instant.now()
        let told = state.withLock { state -> Report? in
            guard let index = state.members.firstIndex(where: { $0.process === process }) else { return nil }
            guard !state.isStopping else {
                state.members[index].isGone = true
                return nil
            }
            let lifetime = Double(now.nanoseconds(since: state.members[index].startedAt)) / 1e9
            let decision = state.members[index].policy.ended(ending, lifetime: lifetime)
            let lines = state.members[index].lines
            switch decision {
            case .restart(let wait):
                state.restarts += 1
                return .ended(
                    program: process.program.name, ending: ending, restartAfter: wait, lastLines: lines)
            case .giveUp:
                state.members[index].isGone = true
                state.givenUp = state.givenUp ?? "\(process.program.name) \(ending)"
                return .ended(
                    program: process.program.name, ending: ending, restartAfter: nil, lastLines: lines)
            }
        }
        noteChildren()
        guard let told else { return }
        report(told)
        guard case .ended(_, _, let wait?, _) = told else { return }
        Task.detached { [self] in
            try? await Task.sleep(for: .seconds(wait))
            restart(process)
        }
    }

    private func restart(_ old: SupervisedProcess) {
        let process = SupervisedProcess(old.program)
        let goes = state.withLock { state in
            guard !state.isStopping, let index = state.members.firstIndex(where: { $0.process === old }) else {
                return false
            }
            state.members[index].process = process
            state.members[index].startedAt = .now()
            state.members[index].lines = []
            return true
        }
        if goes { launch(process) }
    }

    /// Ends all, last started first: each is asked, and killed when it has not ended within `patience`.
    /// - Parameter kept: the name of one that goes on; a later call ends it too.
    func stop(
        keeping kept: String? = nil, patience: Duration = .seconds(10), _ stopping: @Sendable (String) -> Void
    ) async {
        let members = state.withLock { state in
            state.isStopping = true
            return state.members.filter { !$0.isGone }
        }
        for member in members.reversed() {
            guard member.process.processID != nil, member.program.name != kept else { continue }
            stopping(member.program.name)
            member.process.signal(SIGTERM)
            let deadline = ContinuousClock.now + patience
            var killed = false
            while member.process.processID != nil {
                // Cancellation must not turn this into a busy loop, so the sleep is a task of its own.
                await Task.detached { try? await Task.sleep(for: .milliseconds(10)) }.value
                if !killed, ContinuousClock.now > deadline {
                    member.process.signal(SIGKILL)
                    killed = true
                }
            }
        }
        noteChildren()
    }
}
