import Schema

@testable import Bluetooth

/// A machine and a controller that answers as a test says, on a clock that only moves when the test lets it. Each step
/// checks what must always hold.
struct ControllerBench {
    /// What comes back for a command: events, each beginning with its code.
    typealias Controller = (HCICommand) -> [[UInt8]]

    var machine: ControllerMachine
    var now = Instant(nanoseconds: 1_000_000_000)
    /// Everything that was sent.
    private(set) var sent: [HCICommand] = []
    private(set) var failure: BeaconBusError?
    private(set) var interruptions: [ControllerMachine.Interruption] = []
    /// What was broken of that which must always hold.
    private(set) var broken: [String] = []
    private var isAcknowledged = false
    private var controller: Controller
    /// Events that are on their way, in order.
    private var coming: [[UInt8]] = []
    private var isFeeding = false

    init(
        _ setup: ControllerMachine.Setup = .full, scan: ScanParameters = ScanParameters(), seed: UInt64 = 1,
        _ controller: @escaping Controller
    ) {
        machine = ControllerMachine(setup, scan: scan, seed: seed)
        self.controller = controller
    }

    /// Begins, and does everything that needs no time.
    mutating func begin() { perform(machine.begin(at: now)) }

    /// Another controller from now on.
    mutating func replace(_ controller: @escaping Controller) { self.controller = controller }

    /// Begins anew for want of reports.
    mutating func recover() { perform(machine.recover(at: now)) }

    /// Hands an event over.
    mutating func feed(_ event: [UInt8]) {
        guard let reply = event.withUnsafeBytes({ HCIReply($0) }) else { return }
        if case .answered(let opcode, 0, _, _) = reply, let last = sent.last, last.opcode == opcode, last.isScanOn {
            isAcknowledged = true
        }
        perform(machine.handle(reply, at: now))
    }

    /// Hands somebody else's command over.
    mutating func overhear(_ opcode: UInt16, _ parameters: [UInt8]) {
        perform(parameters.withUnsafeBytes { machine.overheard(opcode: opcode, parameters: $0, at: now) })
    }

    /// Lets so much time pass.
    mutating func pass(_ span: Duration) {
        let end = now + span
        var steps = 0
        while let deadline = machine.deadline, deadline <= end {
            now = max(now, deadline)
            perform(machine.advance(to: now))
            steps += 1
            if let next = machine.deadline, next <= now { broken.append("due again at once") }
            if steps > 10_000 { return broken.append("a busy loop") }
        }
        now = end
        perform(machine.advance(to: now))
    }

    /// Lets time pass until it scans or has failed; false if it does not within the limit.
    mutating func settle(within limit: Duration = .seconds(300)) -> Bool {
        let end = now + limit
        while !machine.isScanning, failure == nil {
            guard let deadline = machine.deadline, deadline <= end else { return false }
            pass(deadline - now)
        }
        return true
    }

    private mutating func perform(_ actions: [ControllerMachine.Action]) {
        for action in actions {
            switch action {
            case .send(let command):
                if failure != nil { broken.append("sent after it had failed") }
                sent.append(command)
                isAcknowledged = false
                coming += controller(command)
            case .scanning: break
            case .interrupted(let cause): interruptions.append(cause)
            case .failed(let error): failure = error
            }
        }
        if machine.isScanning, !isAcknowledged { broken.append("scanning without an acknowledgement") }
        if !machine.isScanning, failure == nil, machine.deadline == nil, machine.state != .idle {
            broken.append("waits for nothing")
        }
        guard !isFeeding else { return }
        isFeeding = true
        while !coming.isEmpty { feed(coming.removeFirst()) }
        isFeeding = false
    }
}

extension HCICommand {
    /// Whether it switches a scan on.
    var isScanOn: Bool { (opcode == 0x200c || opcode == 0x2042) && parameters.first == 1 }
}

/// The events of a controller.
enum ControllerEvent {
    static func complete(_ opcode: UInt16, status: UInt8 = 0, values: [UInt8] = [], credits: UInt8 = 1) -> [UInt8] {
        [0x0e, UInt8(4 + values.count), credits, UInt8(truncatingIfNeeded: opcode), UInt8(opcode >> 8), status] + values
    }

    static func status(_ opcode: UInt16, _ status: UInt8, credits: UInt8 = 1) -> [UInt8] {
        [0x0f, 4, status, credits, UInt8(truncatingIfNeeded: opcode), UInt8(opcode >> 8)]
    }

    static func hardwareError(_ code: UInt8) -> [UInt8] { [0x10, 1, code] }

    /// What a controller in order answers.
    static func good(_ command: HCICommand, extended: Bool = false) -> [UInt8] {
        switch command.opcode {
        case 0x1002:
            var commands = [UInt8](repeating: 0, count: 64)
            if extended { commands[37] = 0x60 }
            return complete(command.opcode, values: commands)
        case 0x1009: return complete(command.opcode, values: [1, 2, 3, 4, 5, 6])
        default: return complete(command.opcode)
        }
    }
}
