import Glibc
import Schema
import Store
import Support
import Testing

@testable import LifecycleService

@Suite("Lifecycle service: what breaks")
struct FaultTests {
    @Test("H8: the end of the source stops the node with its cause")
    func sourceEnded() {
        let node = VirtualNode()
        node.send("start")
        _ = node.said()
        node.scannerSays { $0.error = BeaconBusError(.sourceEnded, reason: "r", suggestion: "s") }
        #expect(
            node.said() == ["state idle requested", "stateChanged running idle", "stopped sourceEnded"])
        #expect(node.retained?.error?.code == .sourceEnded)
        #expect(node.scanner?.handler.commands.last == "halt 100.1")
    }

    @Test("The scanner's process is lost: a warning, and stopped after 15 s")
    func scannerLost() {
        let node = VirtualNode()
        node.send("start")
        _ = node.said()
        node.killScanner()
        #expect(node.said() == ["warning scannerSilent"])
        node.bus.advance(.seconds(14))
        #expect(node.said().isEmpty)
        node.bus.advance(.seconds(1))
        #expect(
            node.said() == ["state idle requested", "stateChanged running idle", "stopped scannerSilent"])
    }

    @Test("A scanner that comes back on its run within 15 s changes nothing but the warning")
    func scannerBack() {
        let node = VirtualNode()
        node.send("start")
        _ = node.said()
        for _ in 0..<5 {
            node.killScanner()
            node.bus.advance(.seconds(10))
            node.startScanner(run: RunID("100.1"))
            node.bus.advance(.seconds(60))
        }
        #expect(node.said() == Array(repeating: "warning scannerSilent", count: 5))
        #expect(node.state == .running)
    }

    @Test("Losing one of several sources is a warning, losing the last one stops")
    func sources() {
        let node = VirtualNode()
        node.send("start")
        _ = node.said()
        let error = BeaconBusError(.adapterMissing, reason: "r", suggestion: "s")
        node.scannerSays {
            $0.sources = [
                SourceReport(name: "hci0", kind: .radio, state: .scanning),
                SourceReport(name: "hci1", kind: .radio, state: .failed, error: error),
            ]
        }
        #expect(node.said() == ["warning adapterMissing"])
        node.scannerSays { $0.error = error }
        #expect(node.said().last == "stopped adapterMissing")
    }

    @Test("R5: a source that is silent without an error is a warning, once")
    func silentSource() {
        let node = VirtualNode()
        node.send("start")
        _ = node.said()
        for _ in 0..<3 {
            node.scannerSays { $0.sources = [SourceReport(name: "hci0", kind: .radio, state: .silent)] }
        }
        #expect(node.said() == ["warning scannerSilent"])
        #expect(node.state == .running)
    }

    @Test("H13: an answer of the scanner that cannot be understood does not leave it scanning")
    func garbledAnswer() {
        let node = VirtualNode()
        node.scanner?.handler.answer = .garbles
        node.ask("start", "a")
        node.bus.advance(.seconds(30))
        #expect(node.answered() == ["a startFailed startTimeout"])
        #expect(node.scanner?.handler.commands.last == "halt 100.1")
    }

    @Test("A lost broker changes no state, however long, and the node reports what happened meanwhile")
    func brokerLost() {
        let node = VirtualNode()
        node.send("start")
        node.bus.broker.isDown = true
        node.bus.broker.restart(keepingRetained: false)
        node.bus.advance(.seconds(12 * 3_600))
        #expect(node.state == .running)
        _ = node.said()
        node.bus.broker.isDown = false
        node.bus.advance(.seconds(90))
        #expect(node.state == .running)
        #expect(node.said() == ["state running requested announced 100.1"])
        #expect(node.retained.map { $0.connection > 1 } == true)
    }

    @Test("D7, D8: the will says lost without touching the state, whose next connection is greater")
    func will() throws {
        let node = VirtualNode()
        let lost = node.bus.tap("beaconbus/home/nodes/kitchen/lost")
        node.client.cut()
        let will = try #require(lost.bodies(Lost.self).first)
        #expect(will == Lost(session: 100, connection: 1))
        node.bus.advance(.seconds(60))
        #expect(node.retained?.connection == 2)
        #expect(node.retained?.online == true)
    }

    @Test("Announced only with the broker's acknowledgement of started")
    func announced() {
        let node = VirtualNode()
        node.bus.broker.withholdsAcknowledgements = true
        node.send("start")
        #expect(node.retained?.announced == nil)
        node.bus.broker.withholdsAcknowledgements = false
        node.client.cut()
        node.bus.advance(.seconds(60))
        #expect(node.retained?.announced == RunID("100.1"))
    }

    @Test("A graceful stop of the service says so and leaves the node running")
    func graceful() {
        let node = VirtualNode()
        node.send("start")
        _ = node.said()
        node.client.stop()
        node.bus.advance(.zero)
        #expect(node.said().first == "state running requested announced 100.1 offline")
        #expect(node.scanner?.handler.isScanning == true)
        node.revive()
        node.bus.advance(.seconds(60))
        #expect(!node.said().contains { $0.hasPrefix("st") && !$0.hasPrefix("state ") })
        #expect(node.state == .running)
    }

    @Test("A state that cannot be stored is a warning; the node goes on, can be stopped, and stores again later")
    func diskFull() throws {
        let node = VirtualNode()
        node.send("start")
        _ = node.said()
        let blocked = "\(node.folder.path)/state.json.new/x"
        try AtomicFile(path: blocked).write([1])
        node.ask("stop", "a")
        #expect(node.answered() == ["a stopped"])
        #expect(node.said().contains { $0.hasPrefix("warning store") })
        #expect(node.state == .idle)
        try AtomicFile(path: blocked).remove()
        rmdir("\(node.folder.path)/state.json.new")
        node.bus.advance(.seconds(10))
        #expect(try StateStore(folder: node.folder.path).load().stored?.machine.state == .idle)
    }

    @Test("R21: an idle node, and a running one to which nothing happens, write nothing")
    func quiet() throws {
        let node = VirtualNode()
        node.send("start")
        node.bus.advance(.seconds(10))
        let file = AtomicFile(path: "\(node.folder.path)/state.json")
        try file.remove()
        node.bus.advance(.seconds(3_600))
        #expect(try file.read() == nil)
        #expect(node.said().suffix(1) == ["state running requested announced 100.1"])
    }

    @Test("D17: the state says when the clock loses its time service")
    func clock() {
        let node = VirtualNode()
        #expect(node.retained?.clockSynchronised == true)
        node.isClockSynchronised = false
        node.bus.advance(.seconds(61))
        #expect(node.retained?.clockSynchronised == false)
    }
}
