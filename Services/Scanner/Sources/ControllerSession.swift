import Bluetooth
import Schema

/// One controller at work, over whatever carries its packets: set up, kept scanning, watched for deafness (R5). Pure:
/// packets and time come in, commands go out.
struct ControllerSession {
    /// What a session is set up with.
    struct Options: Sendable, Hashable {
        var scan = ScanParameters()
        /// How long nothing may be heard, where something was, before the controller is suspected of deafness.
        var silence: Duration = .seconds(90)
    }

    /// Given up; final.
    private(set) var failure: BeaconBusError?
    /// Asked for where the scan's restart did not help: the controller's power off and on, where somebody can do that.
    private(set) var wantsPowerCycle = false

    private var machine: ControllerMachine
    private var watch: DeafnessWatch
    private var parser = HCIEventParser()
    private var hasOpened = false
    private var interruption: BeaconBusError?
    private var recoveries: UInt64 = 0
    private var strayPackets: UInt64 = 0

    init(_ setup: ControllerMachine.Setup, _ options: Options, seed: UInt64) {
        machine = ControllerMachine(setup, scan: options.scan, seed: seed)
        watch = DeafnessWatch(silence: options.silence, seed: seed &+ 1)
    }

    /// The controller's own address, once it has said it.
    var address: BluetoothAddress? { machine.address }

    /// When ``advance(to:)`` has something to do.
    var deadline: Instant? { [machine.deadline, watch.deadline].compactMap { $0 }.min() }

    /// Begins, or begins anew after a power cycle; gives what to send.
    mutating func begin(at now: Instant) -> [HCICommand] {
        wantsPowerCycle = false
        return perform(machine.begin(at: now))
    }

    /// Takes a packet with its type byte; gives what to send.
    mutating func take(
        _ packet: UnsafeRawBufferPointer, at now: Instant, _ deliver: (AdvertisingReport) -> Void
    ) -> [HCICommand] {
        guard failure == nil, let type = packet.first else { return [] }
        let body = UnsafeRawBufferPointer(rebasing: packet.dropFirst())
        switch type {
        case 0x04:
            if body.first == 0x3e {
                parser.parse(body, deliver)
                return []
            }
            guard let reply = HCIReply(body) else { return [] }
            return perform(machine.handle(reply, at: now))
        case 0x01:
            // Somebody else's command, where the channel shows them.
            guard body.count >= 3 else { return [] }
            let opcode = UInt16(body[0]) | UInt16(body[1]) << 8
            return perform(
                machine.overheard(
                    opcode: opcode, parameters: UnsafeRawBufferPointer(rebasing: body.dropFirst(3)), at: now))
        default:
            strayPackets &+= 1
            return []
        }
    }

    /// Notes that reports came since `before`; call it once a pass.
    mutating func noteReports(since before: UInt64, at now: Instant) {
        if parser.counters.reports > before { watch.heard(at: now) }
    }

    /// Lets time pass; gives what to send.
    mutating func advance(to now: Instant) -> [HCICommand] {
        guard failure == nil else { return [] }
        var commands = perform(machine.advance(to: now))
        switch watch.advance(to: now) {
        case nil: break
        case .restartScan:
            recoveries &+= 1
            commands += perform(machine.recover(at: now))
        case .resetController:
            recoveries &+= 1
            wantsPowerCycle = true
            commands += perform(machine.recover(at: now))
        case .giveUp(let error): failure = error
        }
        return commands
    }

    /// What to send so that the scan is off.
    mutating func stop() -> [HCICommand] { machine.stop() }

    /// The power cycle was made, or cannot be made.
    mutating func powerCycled() { wantsPowerCycle = false }

    /// Reports read so far.
    var reports: UInt64 { parser.counters.reports }

    /// For the status; the adapter is added by who knows it.
    var condition: LiveCondition {
        if let failure { return LiveCondition(state: .failed, error: failure) }
        guard hasOpened else { return LiveCondition(state: .opening) }
        if watch.isSilent {
            return LiveCondition(
                state: .silent,
                error: BeaconBusError(
                    .scannerSilent, reason: "nothing is heard any more although reports came before",
                    suggestion: "It is being set up anew; if that does not help, look at adapter and power supply."))
        }
        guard machine.isScanning else { return LiveCondition(state: .silent, error: interruption) }
        return LiveCondition(state: .scanning)
    }

    /// What was met.
    var counters: SourceCounters {
        var counters = SourceCounters(
            reports: parser.counters.reports, malformed: parser.counters.malformed,
            impossibleRSSI: parser.counters.impossibleRSSI)
        counters.unexpectedAnswers = machine.counters.unexpected &+ strayPackets
        counters.failedCommands = machine.counters.refused &+ machine.counters.unanswered
        counters.scansRestored = machine.counters.switchedOff
        counters.scansReplaced = machine.counters.replaced
        counters.recoveries = recoveries
        return counters
    }

    private mutating func perform(_ actions: [ControllerMachine.Action]) -> [HCICommand] {
        var commands: [HCICommand] = []
        for action in actions {
            switch action {
            case .send(let command): commands.append(command)
            case .scanning:
                hasOpened = true
                interruption = nil
            case .interrupted(let cause): interruption = Self.error(cause)
            case .failed(let error): failure = error
            }
        }
        return commands
    }

    private static func error(_ cause: ControllerMachine.Interruption) -> BeaconBusError {
        switch cause {
        case .switchedOff:
            BeaconBusError(
                .adapterBusy, reason: "another program switched the scan off; it is being switched on again",
                suggestion: "Stop that program, or read beside it with mode=monitor.")
        case .hardwareError(let code):
            BeaconBusError(
                .adapterFailed, reason: "the controller reported hardware error \(code); it is being set up anew",
                suggestion: "Look at its power supply and firmware.")
        case .reset:
            BeaconBusError(
                .adapterFailed, reason: "the controller was reset; it is being set up anew",
                suggestion: "Look at its power supply and firmware.")
        case .refused(let status):
            BeaconBusError(
                .adapterFailed, reason: "the controller took the scan's begin back with status \(status)",
                suggestion: "Wait; if it happens often, give the controller a newer firmware.")
        case .requested:
            BeaconBusError(
                .scannerSilent, reason: "the scan is being restarted because nothing was heard",
                suggestion: "Wait; if it happens often, look at adapter and power supply.")
        }
    }
}
