import Glibc
import Testing

@testable import ServiceKit

@Suite("systemd", .timeLimit(.minutes(1)))
struct SystemdNotifierTests {
    @Test("Readiness, status, watchdog and end go to the socket that NOTIFY_SOCKET names", arguments: ["@", "/tmp/"])
    func messages(_ prefix: String) {
        let path = "\(prefix)beaconbus-notify-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let listener = Socket.datagramListener(path: path)
        defer {
            close(listener)
            unlink(path)
        }
        let notifier = SystemdNotifier(environment: ["NOTIFY_SOCKET": path])
        notifier.ready(status: "all\nup")
        #expect(Socket.receive(listener) == "READY=1\nSTATUS=all up")
        notifier.status("busy")
        #expect(Socket.receive(listener) == "STATUS=busy")
        notifier.watchdog()
        #expect(Socket.receive(listener) == "WATCHDOG=1")
        notifier.stopping()
        #expect(Socket.receive(listener) == "STOPPING=1\nSTATUS=stopping")
    }

    @Test("Without a socket, or with a nonsensical one, nothing happens")
    func absent() {
        SystemdNotifier(environment: [:]).ready(status: "x")
        SystemdNotifier(environment: ["NOTIFY_SOCKET": "relative"]).ready(status: "x")
        SystemdNotifier(environment: ["NOTIFY_SOCKET": "/nonexistent/socket"]).ready(status: "x")
        SystemdNotifier(environment: ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 500)]).ready(status: "x")
    }

    @Test("The watchdog counts only if it is meant for this process")
    func watchdogInterval() {
        let variables = ["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "12"]
        #expect(SystemdNotifier(environment: variables, processID: 12).watchdogInterval == .seconds(3))
        #expect(SystemdNotifier(environment: variables, processID: 13).watchdogInterval == nil)
        #expect(SystemdNotifier(environment: ["WATCHDOG_USEC": "0"]).watchdogInterval == nil)
        #expect(SystemdNotifier(environment: ["WATCHDOG_USEC": "x"]).watchdogInterval == nil)
    }

    @Test("The watchdog is fed as long as no part is stuck")
    func watchdog() async throws {
        let path = "@beaconbus-watchdog-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let listener = Socket.datagramListener(path: path)
        defer { close(listener) }
        let notifier = SystemdNotifier(environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "2000"])
        let service = WatchdogService(notifier: notifier, health: Health(), logger: .silent)
        let group = ServiceGroup([service], logger: .silent)
        async let running: Void = group.run()
        #expect(await OwnThread.run(name: "receive") { Socket.receive(listener) } == "WATCHDOG=1")
        #expect(await OwnThread.run(name: "receive") { Socket.receive(listener) } == "WATCHDOG=1")
        group.stop()
        try await running
    }
}
