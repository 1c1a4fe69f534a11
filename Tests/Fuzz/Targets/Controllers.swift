import Bluetooth
import Schema

/// What a controller sends on a byte stream, as it comes in pieces: packets cut out, answers taken, and time between them.
/// The first byte chooses how the controller is set up, then each piece is preceded by its length and the time before it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzControllers(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    guard let first = bytes.first else { return 0 }
    var controller = Controller(first)
    var at = 1
    while at + 1 < count {
        let length = min(Int(bytes[at]), count - at - 2)
        controller.take(bytes[(at + 2)..<(at + 2 + length)], after: .milliseconds(Int(bytes[at + 1]) * 20))
        at += 2 + length
    }
    controller.finish()
    return 0
}

private struct Controller {
    private var deframer = H4Deframer()
    private var machine: ControllerMachine
    private var parser = HCIEventParser()
    private var now = Instant(nanoseconds: 1)
    private var last: HCICommand?
    private var isAcknowledged = false
    private var hasFailed = false
    private var fed: UInt64 = 0
    private var taken: UInt64 = 0

    init(_ first: UInt8) {
        machine = ControllerMachine(
            first & 1 == 0 ? .full : .shared,
            scan: ScanParameters(isActive: first & 2 != 0, listensToCodedPHY: first & 4 != 0), seed: UInt64(first))
        perform(machine.begin(at: now))
    }

    mutating func take(_ piece: Slice<UnsafeRawBufferPointer>, after pause: Duration) {
        now = now + pause
        perform(machine.advance(to: now))
        var rest = piece
        while !rest.isEmpty {
            let count = deframer.fill { space in
                space.copyBytes(from: rest.prefix(space.count))
                return min(space.count, rest.count)
            }
            precondition(count > 0, "no room")
            fed += UInt64(count)
            rest = rest.dropFirst(count)
            var packets: [[UInt8]] = []
            while deframer.next({ packets.append(Array($0)) }) {}
            for packet in packets { take(packet) }
        }
        precondition(taken + deframer.dropped <= fed && fed - taken - deframer.dropped <= 4_096)
    }

    /// Left alone, it must fail or scan before long, and not run hot until then.
    mutating func finish() {
        let end = now + .seconds(300)
        var steps = 0
        while let deadline = machine.deadline {
            now = max(now, deadline)
            precondition(now <= end, "neither scans nor fails")
            perform(machine.advance(to: now))
            steps += 1
            precondition(steps < 100, "runs hot")
        }
        precondition(machine.isScanning || hasFailed)
    }

    private mutating func take(_ packet: [UInt8]) {
        taken += UInt64(packet.count)
        guard packet[0] == 0x04 else { return }
        let event = Array(packet.dropFirst())
        event.withUnsafeBytes { event in
            _ = parser.parse(event) { report in checksum = report.data.reduce(checksum, &+) }
            guard let reply = HCIReply(event) else { return }
            if case .answered(let opcode, 0, _, _) = reply, opcode == last?.opcode, last?.parameters.first == 1,
                opcode == 0x200c || opcode == 0x2042
            {
                isAcknowledged = true
            }
            perform(machine.handle(reply, at: now))
        }
    }

    private mutating func perform(_ actions: [ControllerMachine.Action]) {
        for action in actions {
            switch action {
            case .send(let command):
                precondition(!hasFailed && command.bytes.count <= 260)
                last = command
                isAcknowledged = false
            case .failed: hasFailed = true
            case .scanning, .interrupted: break
            }
        }
        precondition(!machine.isScanning || isAcknowledged, "scans without an acknowledgement")
        precondition(machine.isScanning || hasFailed || machine.deadline != nil, "waits for nothing")
    }
}

nonisolated(unsafe) private var checksum: UInt8 = 0
