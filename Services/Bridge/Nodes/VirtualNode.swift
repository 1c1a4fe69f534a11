import Bus
import CLinux
import Fleets
import Schema
import ServiceKit
import Store

/// A room of another fleet as a node of ours: a scanner whose reports are pushed, and a life that follows what the fleet
/// says of the room (D9). Confined to the bus thread.
final class VirtualNode {
    let id: NodeID
    let room: RoomBook.Room
    let core: ScannerCore
    let radio: PushedRadio
    private let source: FleetSource
    private let numbers: EventCounter

    private(set) var state = NodeState.idle
    /// Why it is idle.
    private(set) var error: BeaconBusError?
    /// Whether the fleet's last word of the room is that it is there; where it has none, only silence tells.
    var isAnnounced = false
    /// When a beacon of it was last spoken of, since this start.
    private(set) var lastHeard: Instant?
    /// The same in civil time, as it was kept by the process before.
    var heardBefore: WallTime?
    /// The broker has given back a state that was set by this very object; see ``BridgeCore/heed(_:_:_:)``.
    var isEchoed = false
    /// Heads before this one are of another object for the same room.
    let firstHead: UInt64
    private var previous = NodeState.idle
    private var attempt: UInt64 = 0
    private var run: RunID?

    init(
        _ id: NodeID, _ room: RoomBook.Room, _ core: ScannerCore, _ radio: PushedRadio, _ source: FleetSource,
        numbers: EventCounter, firstHead: UInt64
    ) {
        self.id = id
        self.room = room
        self.core = core
        self.radio = radio
        self.source = source
        self.numbers = numbers
        self.firstHead = firstHead
        error = BeaconBusError(
            .gatewayOffline, reason: "nothing has come from \(quoted(room.name)) since the bridge was started",
            suggestion: "Look at the gateway's power and network.")
    }

    /// What the room heard, as old as the reports say.
    func push(_ reports: [FleetReport], _ link: BusLink) {
        lastHeard = link.now
        come(link)
        if !source.hasRoom(for: reports.count) { settle(link) }
        source.push(reports, at: link.now)
    }

    /// The fleet says that the room does not hear a beacon any more.
    func leave(_ beacon: BeaconIdentity, _ link: BusLink) {
        lastHeard = link.now
        guard state == .running else { return }
        source.leave(beacon)
    }

    /// The fleet says that the room came or went.
    func announce(_ isOnline: Bool, _ link: BusLink) {
        isAnnounced = isOnline
        if isOnline {
            come(link)
        } else {
            go(
                BeaconBusError(
                    .gatewayOffline, reason: "\(quoted(room.name)) of \(room.fleet.title) said good-bye or was lost",
                    suggestion: "Look at the gateway's power and network."), link)
        }
    }

    /// Begins a run, if none is on.
    private func come(_ link: BusLink) {
        guard state == .idle else { return }
        attempt += 1
        guard let run = RunID(session: link.session, attempt: attempt) else { return }
        self.run = run
        error = nil
        enter(.starting, link)
        core.perform(core.machine.scan(.init(id: run, attempt: attempt), nil), link)
        settle(link)
        enter(.running, link)
        tell(
            .started, StartedEvent(node: id, number: numbers.next(), attempt: attempt, run: run, requests: []), link)
        core.perform(core.machine.announce(run), link)
        settle(link)
    }

    /// Ends it; the beacons are unknown then, not inactive (D9).
    func go(_ cause: BeaconBusError, _ link: BusLink) {
        guard state == .running else {
            if error == nil { error = cause }
            return publish(link)
        }
        core.perform(core.machine.halt(nil, nil), link)
        settle(link)
        error = cause
        let over = run
        run = nil
        enter(.idle, of: over, link)
        tell(
            .stopped,
            StoppedEvent(node: id, number: numbers.next(), attempt: attempt, run: over, requests: [], error: cause),
            link)
    }

    /// Lets the radio do what is due and the core publish it; when there is something again.
    @discardableResult
    func settle(_ link: BusLink) -> Instant? {
        var wake = radio.catchUp()
        for _ in 0..<4 {
            core.drain(link)
            wake = radio.catchUp()
        }
        return wake
    }

    /// Sets the retained state.
    func publish(_ link: BusLink) {
        let body = NodeStatus(
            node: id, connection: max(link.connection, 1), online: state != .idle, state: state, previous: previous,
            requested: true, attempt: attempt, run: run, announced: state == .running ? run : nil, readyArmed: false,
            certificate: CertificateReport(status: .none), policy: .automatic,
            clockSynchronised: beaconbus_clock_is_synchronised() != 0, error: error, version: ServiceMain.version,
            via: BridgeCore.name)
        try? link.setRetained(.nodeState(id), body)
    }

    private func enter(_ next: NodeState, of over: RunID? = nil, _ link: BusLink) {
        previous = state
        state = next
        publish(link)
        tell(
            .stateChanged,
            StateChangedEvent(
                node: id, number: numbers.next(), attempt: attempt, run: run ?? over, previous: previous,
                state: state), link)
    }

    /// Kept over reconnects, so that `started` is there before anything of its run (H5).
    private func tell(_ name: NodeEventName, _ body: some Message, _ link: BusLink) {
        try? link.publish(.nodeEvent(id, name), body, .kept)
    }
}
