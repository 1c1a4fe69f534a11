internal import CLinux
internal import Glibc
internal import Synchronization

/// A program started by a test: found by its own pid, killed by it, always waited for.
public final class ChildProcess: Sendable {
    public let pid: Int32
    public let path: String
    private let status = Mutex<Int32?>(nil)

    public struct Failure: Error, CustomStringConvertible {
        public let description: String

        public init(description: String) {
            self.description = description
        }
    }

    /// Starts it. Standard output and error go to `output` (appended), or nowhere; `environment` adds to the own one. It
    /// reads from the descriptor `input` where there is one.
    public init(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], output: String? = nil,
        input: Int32? = nil
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_addopen(&actions, 1, output ?? "/dev/null", O_WRONLY | O_CREAT | O_APPEND, 0o644)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // A socket inherited by the child would stay open after its owner closed it.
        _ = beaconbus_spawn_close_from(&actions, 3)
        var list = ([path] + arguments).map { strdup($0) }
        list.append(nil)
        var variables = environment.map { strdup("\($0.key)=\($0.value)") }
        if let own = beaconbus_environment() {
            var index = 0
            while let variable = own[index] {
                let name = String(cString: variable).prefix { $0 != "=" }
                if environment[String(name)] == nil { variables.append(strdup(variable)) }
                index += 1
            }
        }
        variables.append(nil)
        defer { for text in list + variables { free(text) } }
        // Threads of the cooperative pool block signals, and a child would inherit that for good.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var pid = pid_t()
        let result = posix_spawn(&pid, path, &actions, &attributes, list, variables)
        guard result == 0 else { throw Failure(description: "\(path) cannot be started: error \(result)") }
        self.pid = pid
        self.path = path
    }

    deinit {
        kill()
    }

    /// Sends a signal to it, and to nothing else.
    public func send(_ signal: Int32) {
        status.withLock { if $0 == nil { _ = Glibc.kill(pid, signal) } }
    }

    /// kill -9, and waits for the end.
    public func kill() {
        send(SIGKILL)
        _ = wait(blocking: true)
    }

    /// Waits for its end, however long that takes.
    public func waitUntilEnd() {
        _ = wait(blocking: true)
    }

    /// Stops it, runs it again.
    public func pause() { send(SIGSTOP) }
    public func resume() { send(SIGCONT) }

    /// Whether it still runs.
    public var isRunning: Bool { wait(blocking: false) == nil }

    /// SIGTERM, and its wait status; kill -9 after `limit`.
    @discardableResult
    public func terminate(within limit: Duration = .seconds(10)) async -> Int32 {
        send(SIGTERM)
        if await ended(within: limit) == nil { kill() }
        return wait(blocking: true) ?? -1
    }

    /// Its wait status, if it ends within the limit.
    public func ended(within limit: Duration) async -> Int32? {
        await eventually(within: limit) { self.wait(blocking: false) != nil }
        return wait(blocking: false)
    }

    /// The exit code of a wait status; nil if a signal ended it.
    public static func exitCode(_ status: Int32) -> Int32? {
        status & 0x7f == 0 ? (status >> 8) & 0xff : nil
    }

    private func wait(blocking: Bool) -> Int32? {
        status.withLock { status in
            if status == nil {
                var value: Int32 = 0
                while true {
                    let result = waitpid(pid, &value, blocking ? 0 : WNOHANG)
                    if result == pid { status = value }
                    if result == -1, errno == EINTR { continue }
                    break
                }
            }
            return status
        }
    }
}
