import CLinux
import Glibc
import Schema
import ServiceKit
import Synchronization

/// The thread on which source, decode and tracking run. Decisions go to the bus thread through a bounded queue; when it
/// is full the source is not read further, so nothing that was decided is ever dropped.
final class RadioThread: RadioControl, Sendable {
    /// Weight of the queue at which reading pauses: about 3 MB.
    static let fullAt = 8_192

    private struct State {
        var commands: [RadioCommand] = []
        var outputs: [RadioOutput] = []
        var weight = 0
        var isStopped = false
    }

    private let state = Mutex(State())
    private let wakeDescriptor: Int32
    /// Called on the radio thread when the queue is no longer empty.
    private let announce: @Sendable () -> Void

    init(announce: @escaping @Sendable () -> Void) {
        self.announce = announce
        wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    }

    deinit { close(wakeDescriptor) }

    func send(_ command: RadioCommand) {
        state.withLock { $0.commands.append(command) }
        wake()
    }

    func take() -> [RadioOutput] {
        let (outputs, wasFull) = state.withLock { state in
            defer {
                state.outputs = []
                state.weight = 0
            }
            return (state.outputs, state.weight >= Self.fullAt)
        }
        if wasFull { wake() }
        return outputs
    }

    /// Ends the thread soon.
    func stop() {
        state.withLock { $0.isStopped = true }
        wake()
    }

    /// Runs until ``stop()``; call it on a thread of its own.
    func run(_ settings: RadioSettings) {
        let loop = RadioLoop(settings) { [self] output in put(output) }
        var polled: [pollfd] = []
        while true {
            let (commands, isStopped, isFull) = state.withLock { state in
                defer { state.commands = [] }
                return (state.commands, state.isStopped, state.weight >= Self.fullAt)
            }
            if isStopped { return }
            for command in commands { loop.handle(command, at: .now()) }
            polled.removeAll(keepingCapacity: true)
            polled.append(pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0))
            if isFull {
                wait(&polled, until: nil)
                continue
            }
            let next = loop.step(at: .now())
            guard next != .again else { continue }
            loop.descriptors(into: &polled)
            if case .wait(let until) = next { wait(&polled, until: until) } else { wait(&polled, until: nil) }
        }
    }

    private func put(_ output: RadioOutput) {
        let wasEmpty = state.withLock { state in
            if case .pass(_, let pass) = output { state.weight += pass.weight } else { state.weight += 1 }
            state.outputs.append(output)
            return state.outputs.count == 1
        }
        if wasEmpty { announce() }
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(wakeDescriptor, &one, 8)
    }

    private func wait(_ polled: inout [pollfd], until deadline: Instant?) {
        var timeout: Int32 = -1
        if let deadline {
            let left = deadline.nanoseconds(since: .now())
            // Rounded up: waking too early would only mean waiting again.
            timeout = left <= 0 ? 0 : Int32(clamping: (left - 1) / 1_000_000 + 1)
        }
        guard poll(&polled, nfds_t(polled.count), timeout) > 0, polled[0].revents != 0 else { return }
        var count: UInt64 = 0
        _ = read(wakeDescriptor, &count, 8)
    }
}
