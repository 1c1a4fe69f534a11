import Adapters
import Bluetooth
import Schema

/// A scan of our own on the raw or user channel.
final class ControllerLink: HCILink {
    var handle: UInt16?
    var wantsRequest = false

    private let socket: BluetoothSocket
    private var session: ControllerSession
    private var buffer = [UInt8](repeating: 0, count: 4_096)

    init(
        _ socket: BluetoothSocket, _ setup: ControllerMachine.Setup, _ options: ControllerSession.Options, seed: UInt64
    ) {
        self.socket = socket
        session = ControllerSession(setup, options, seed: seed)
    }

    var descriptor: Int32 { socket.descriptor }
    var counters: SourceCounters { session.counters }
    var deadline: Instant? { session.deadline }
    var condition: LiveCondition { session.condition }
    var wantsPowerCycle: Bool { session.wantsPowerCycle }

    func begin(at now: Instant) throws(BeaconBusError) { try send(session.begin(at: now)) }

    func service(
        at now: Instant, limit: Int, _ deliver: (AdvertisingReport) -> Void
    ) throws(BeaconBusError) -> Bool {
        let before = session.reports
        let hasMore = try socket.receive(into: &buffer, limit: limit) { (packet) throws(BeaconBusError) in
            try send(session.take(packet, at: now, deliver))
        }
        session.noteReports(since: before, at: now)
        try send(session.advance(to: now))
        return hasMore
    }

    func powerCycled() { session.powerCycled() }

    func requestLost() {}
    func request(refused status: UInt8, at now: Instant) {}

    func end(_ management: ManagementClient?) { try? send(session.stop()) }

    private func send(_ commands: [HCICommand]) throws(BeaconBusError) {
        for command in commands { try socket.send(command.bytes) }
    }
}
