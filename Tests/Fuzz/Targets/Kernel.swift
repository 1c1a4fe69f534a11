import Bluetooth
import Schema

/// What the kernel says on its Bluetooth sockets. The first byte chooses the channel; then come messages, each preceded by
/// the time before it and its length.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKernel(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    guard let first = bytes.first else { return 0 }
    var management = ManagementChannel(first)
    var monitor = MonitorChannel(first)
    var at = 1
    while at + 1 < count {
        let pause = bytes[at]
        let length = min(Int(bytes[at + 1]) + (pause & 1 == 0 ? 0 : 256), count - at - 2)
        // A copy of its own, so that the sanitizer sees a byte too many.
        let message = Array(bytes[(at + 2)..<(at + 2 + length)])
        message.withUnsafeBytes { message in
            if first & 1 == 0 { management.take(message, pause) } else { monitor.take(message, pause) }
        }
        at += 2 + length
    }
    if first & 1 == 0 { management.finish() } else { monitor.finish() }
    return 0
}

/// Which adapters there are, and what is shown of them.
private struct ManagementChannel {
    private let first: UInt8
    private var directory = AdapterDirectory()
    private var asked: [Management.Command] = []

    init(_ first: UInt8) { self.first = first }

    mutating func take(_ message: UnsafeRawBufferPointer, _ pause: UInt8) {
        guard let event = Management.Event(message) else { return }
        directory.handle(event)
        // Not all at once, as a scanner that is busy.
        if pause & 2 != 0 { ask() }
        precondition(directory.adapters.count <= 64, "more adapters than can be")
    }

    /// Once all questions are answered, the list is whole, and only what is in it is found.
    mutating func finish() {
        for _ in 0..<3 {
            ask()
            let questions = asked
            asked = []
            for question in questions { answer(question) }
        }
        precondition(directory.isComplete, "the list is never whole")
        precondition(directory.list.utf8.count <= 9 + 8 * 28)
        for (index, adapter) in directory.adapters {
            precondition(index == adapter.index && adapter.name.utf8.count <= 3 * 248)
        }
        check(.first)
        check(.index(UInt16(first)))
        // A few say as much as all.
        for adapter in directory.adapters.values.prefix(3) {
            precondition(directory.find(.index(adapter.index)) == adapter)
            precondition(directory.find(.address(adapter.address)) != nil && directory.find(.name(adapter.name)) != nil)
            check(.address(adapter.address))
            check(.name(adapter.name))
        }
        // Text is dear.
        if first & 14 == 0 { show() }
    }

    private mutating func ask() {
        let questions = directory.takeQuestions()
        precondition(questions.count <= 65 && Set(questions).count == questions.count, "asks the same twice")
        asked += questions
    }

    private mutating func answer(_ question: Management.Command) {
        switch question {
        case .readIndexList:
            directory.handle(
                .complete(opcode: 0x0003, index: Management.anyIndex, status: 0, values: [1, 0, first, 0]))
        case .readInfo(let index):
            let status: UInt8 = index == UInt16(first) ? 0x11 : 0
            let values = [UInt8](repeating: first, count: status == 0 ? 280 : 0)
            directory.handle(.complete(opcode: 0x0004, index: index, status: status, values: values))
        case .setPowered, .addMonitor, .removeMonitor: fatalError("nobody asked for a change")
        }
    }

    private func check(_ choice: AdapterChoice) {
        guard let found = directory.find(choice) else { return }
        precondition(directory.adapters[found.index] == found, "found what is not there")
        switch choice {
        case .first: precondition(found.supported.contains(.lowEnergy))
        case .index(let index): precondition(found.index == index)
        case .address(let address): precondition(found.address == address)
        case .name(let name): precondition(found.name == name)
        }
    }

    private func show() {
        var facts = AdapterFacts()
        facts.directory = directory
        facts.present = [0, 1, UInt16(first)]
        facts.blocks[0] = RadioBlock(soft: first & 16 != 0, hard: first & 32 != 0)
        facts.hasDaemon = first & 64 != 0
        let survey = AdapterSurvey(facts)
        precondition(survey.isUsable || survey.verdict != nil)
        precondition(!survey.isUsable || survey.chosen?.isUsable == true, "takes one that it cannot use")
        let text = AdapterText.text(survey)
        precondition(text.unicodeScalars.allSatisfy { $0 == "\n" || !isHidden($0) }, "commands for a terminal")
        precondition(text.split(separator: "\n").allSatisfy { $0.count <= 300 })
        for (line, shown) in zip(AdapterJSON.lines(survey).dropFirst(), survey.lines) {
            precondition(line.unicodeScalars.allSatisfy { !isHidden($0) }, "commands for a terminal")
            guard let object = try? JSONValue.parse(Array(line.utf8)) else { fatalError("not JSON: \(line)") }
            precondition((object["name"]?.stringValue ?? "") == shown.known?.name ?? "")
        }
    }

    private func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        let category = scalar.properties.generalCategory
        return category == .control || category == .format || scalar.value == 0x2028 || scalar.value == 0x2029
    }
}

/// What is heard on the monitor channel.
private struct MonitorChannel {
    private var session: MonitorSession
    private var now = Instant(nanoseconds: 1)
    private var packets: UInt64 = 0

    init(_ first: UInt8) {
        session = MonitorSession(index: 1, silence: .seconds(Int(first)), seed: UInt64(first))
    }

    mutating func take(_ packet: UnsafeRawBufferPointer, _ pause: UInt8) {
        now = now + .milliseconds(Int(pause / 2) * 500)
        packets += 1
        let before = session.counters.reports
        // What the kernel says on its other socket.
        if packet.count == 1 {
            if packet[0] == 0 { session.requestLost() } else { session.request(refused: packet[0], at: now) }
        } else {
            session.take(packet) { report in
                precondition(report.data.count <= 1_650)
                checksum = report.data.reduce(checksum, &+)
            }
        }
        session.advance(to: now)
        let counters = session.counters
        if counters.reports > before { precondition(!session.isSilent, "silent although something was heard") }
        precondition(counters.events <= packets && session.replaced <= packets && session.lost <= packets)
        precondition(counters.malformed <= counters.events)
        session.wantsRequest = false
    }

    /// Left alone, it comes to rest before long, and gives up where something had been heard.
    mutating func finish() {
        var steps = 0
        while let deadline = session.deadline {
            now = max(now, deadline)
            session.advance(to: now)
            steps += 1
            precondition(steps < 100, "runs hot")
        }
        precondition(session.failure != nil || session.counters.reports == 0, "waits for ever")
    }
}

nonisolated(unsafe) private var checksum: UInt8 = 0
