internal import CLinux
internal import Glibc

/// A program that asks somebody: a test reads its questions and types the answers.
public final class AnsweredProcess: Sendable {
    private let child: ChildProcess
    private let output: String
    private let input: Int32

    /// Starts it; what it says goes to `output`.
    public init(_ path: String, _ arguments: [String], output: String) throws {
        var ends: [Int32] = [0, 0]
        guard beaconbus_pipe(&ends) == 0 else { throw ChildProcess.Failure(description: "no pipe: error \(errno)") }
        defer { close(ends[0]) }
        do {
            child = try ChildProcess(path, arguments, output: output, input: ends[0])
        } catch {
            close(ends[1])
            throw error
        }
        self.output = output
        input = ends[1]
    }

    deinit { close(input) }

    /// What it said so far.
    public var said: String { (try? readFile(output)) ?? "" }

    /// Waits until it has asked `question` so many times; false if it ends before that.
    public func asks(_ question: String, times: Int = 1) async -> Bool {
        func isAsked() -> Bool { said.split(separator: question, omittingEmptySubsequences: false).count > times }
        await eventually { isAsked() || !child.isRunning }
        return isAsked()
    }

    /// Types a line.
    public func type(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(input, bytes, bytes.count)
    }

    /// Its exit code, if it ends within a minute.
    public func end() async -> Int32? {
        await child.ended(within: .seconds(60)).flatMap(ChildProcess.exitCode)
    }
}
