import CLinux
import Glibc
import ServiceKit
import Synchronization

/// A program that this one started, in a process group of its own so that Ctrl-C reaches it only through us.
///
/// It gets SIGTERM should this process die without having stopped it. That works because one thread lives exactly as
/// long as the child: it starts it, reads its output, and waits for its end.
final class SupervisedProcess: Sendable {
    /// What is to be run.
    struct Program: Sendable {
        let name: String
        let path: String
        let arguments: [String]
        /// The user to run as; nil = the caller.
        var user: String?
    }

    private enum State {
        case new
        case running(pid_t)
        case ended(ChildEnding)
    }

    let program: Program
    private let state = Mutex(State.new)

    init(_ program: Program) {
        self.program = program
    }

    /// While it runs.
    var processID: Int32? {
        state.withLock { state in
            if case .running(let pid) = state { pid } else { nil }
        }
    }

    /// Starts it. Both closures are called on the child's own thread: `line` per line of its output (standard output
    /// and error together, at most 16 KiB each), `ended` once.
    func start(
        line: @escaping @Sendable (String) -> Void, ended: @escaping @Sendable (ChildEnding) -> Void
    ) {
        OwnThread.start(name: program.name) { [self] in
            let ending = live(line)
            ended(ending)
        }
    }

    /// Sends a signal if it still runs; never to a process that took over its number.
    func signal(_ number: Int32) {
        state.withLock { state in
            if case .running(let pid) = state { kill(pid, number) }
        }
    }

    private func live(_ line: (String) -> Void) -> ChildEnding {
        var ends: [Int32] = [-1, -1]
        guard beaconbus_pipe(&ends) == 0 else { return finish(.notStarted(SystemError.text(errno))) }
        defer { close(ends[0]) }
        let result = Spawn.run(command, output: ends[1])
        close(ends[1])
        guard case .success(let pid) = result else {
            if case .failure(let code) = result { return finish(.notStarted(SystemError.text(code.number))) }
            return finish(.notStarted("unknown"))
        }
        state.withLock { $0 = .running(pid) }
        ChildOutput.read(ends[0], line)
        // Waiting without taking the result keeps the number ours until nobody can signal it any more.
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        return state.withLock { state in
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            let ending: ChildEnding =
                status & 0x7f == 0 ? .exited((status >> 8) & 0xff) : .signalled(status & 0x7f)
            state = .ended(ending)
            return ending
        }
    }

    private func finish(_ ending: ChildEnding) -> ChildEnding {
        state.withLock { $0 = .ended(ending) }
        return ending
    }

    /// The program behind util-linux' setpriv, which drops the user and sets the signal for a parent's death.
    private var command: [String] {
        var words = [program.path] + program.arguments
        guard access("/usr/bin/setpriv", X_OK) == 0 else { return words }
        var prefix = ["/usr/bin/setpriv", "--pdeathsig", "TERM"]
        if let user = program.user { prefix += ["--reuid", user, "--regid", user, "--init-groups"] }
        words = prefix + words
        return words
    }
}
