import Schema
import Support
import Testing

@testable import LifecycleService

@Suite("Lifecycle service: policy automatic")
struct PolicyTests {
    @Test("D4: starts at boot, with the same events as a command")
    func boot() {
        let node = VirtualNode(policy: .automatic)
        #expect(
            node.said() == [
                "state idle", "state starting requested", "stateChanged idle starting",
                "state running requested", "stateChanged starting running", "started 100.1",
                "state running requested announced 100.1",
            ])
        #expect(node.retained?.policy == .automatic)
    }

    @Test("D4: starts again after a forced stop, after a wait")
    func forced() {
        let node = VirtualNode(policy: .automatic)
        node.killScanner()
        node.bus.advance(.seconds(15))
        #expect(node.state == .idle)
        node.startScanner()
        node.bus.advance(.seconds(1))
        #expect(node.state == .running)
        #expect(node.handler.machine.run == RunID("100.2"))
    }

    @Test("D4: starts on ready")
    func ready() {
        let node = VirtualNode(scanner: false)
        node.restart(policy: .automatic)
        node.bus.advance(.seconds(16))
        #expect(node.said().contains("startFailed scannerSilent"))
        #expect(node.state == .idle)
        node.startScanner()
        #expect(node.said().last == "ready scanner")
        node.bus.advance(.seconds(2))
        #expect(node.state == .running)
    }

    @Test("D4: the end of the source ends the work until a start request, over a restart of the process too")
    func sourceEnded() {
        let node = VirtualNode(policy: .automatic)
        node.scannerSays { $0.error = BeaconBusError(.sourceEnded, reason: "r", suggestion: "s") }
        node.bus.advance(.seconds(3_600))
        #expect(node.state == .idle)
        node.restart()
        node.bus.advance(.seconds(3_600))
        #expect(node.state == .idle)
        node.send("start")
        #expect(node.state == .running)
    }

    @Test("D4: a requested stop holds over a restart of the process, until the next boot")
    func requestedStop() {
        let node = VirtualNode(policy: .automatic)
        node.send("stop")
        node.bus.advance(.seconds(3_600))
        node.restart()
        node.bus.advance(.seconds(3_600))
        #expect(node.state == .idle)
        node.restart(boot: "boot-2")
        #expect(node.state == .running)
    }

    @Test("D4: a scanner that always fails is tried with longer and longer waits, not in a loop")
    func backoff() {
        let node = VirtualNode(policy: .automatic, scanner: false)
        let error = BeaconBusError(.adapterBusy, reason: "r", suggestion: "s")
        node.startScanner()
        node.scanner?.handler.answer = .fails(error)
        node.scannerSays { $0.adapter = .ready }
        node.killScanner()
        node.startScanner()
        node.scanner?.handler.answer = .fails(error)
        node.scannerSays { $0.adapter = .ready }
        _ = node.said()
        node.bus.advance(.seconds(3_600))
        let failures = node.said().count { $0.hasPrefix("startFailed") }
        #expect((20...80).contains(failures), "\(failures)")
    }

    @Test(
        "R16: without a broker the start fails with its name; with the broker everything is told in order and it starts"
    )
    func noBroker() {
        let node = VirtualNode(policy: .automatic, brokerDown: true)
        node.bus.advance(.seconds(30))
        #expect(node.state == .idle)
        #expect(node.handler.machine.armed == .broker)
        node.bus.broker.isDown = false
        node.bus.advance(.seconds(60))
        let said = node.said().filter { !$0.hasPrefix("state ") }
        #expect(
            said == [
                "stateChanged idle starting", "stateChanged starting idle", "startFailed brokerUnreachable",
                "ready broker", "stateChanged idle starting", "stateChanged starting running", "started 100.2",
            ])
    }
}
