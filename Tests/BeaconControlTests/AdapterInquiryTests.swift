import Bluetooth
import Schema
import Testing

@testable import BeaconControl

/// A kernel that answers as it is told, and time that only its waiting takes.
private final class ScriptedKernel: AdapterKernel {
    private(set) var time = Instant(nanoseconds: 1_000)
    private(set) var waits = 0
    private(set) var asked: [Management.Command] = []
    private var answers: [[UInt8]] = []
    private let answer: (Management.Command) -> [UInt8]?
    private let chatter: [UInt8]?

    init(chatter: [UInt8]? = nil, _ answer: @escaping (Management.Command) -> [UInt8]?) {
        self.answer = answer
        self.chatter = chatter
    }

    func send(_ command: Management.Command) {
        asked.append(command)
        if let bytes = answer(command) { answers.append(bytes) }
    }

    func wait(until end: Instant) {
        waits += 1
        guard answers.isEmpty else { return }
        time = chatter == nil ? end : time + .milliseconds(10)
    }

    func receive(_ take: (Management.Event) throws(BeaconBusError) -> Void) throws(BeaconBusError) {
        let events = (answers.isEmpty ? [chatter].compactMap { $0 } : answers).compactMap { bytes in
            bytes.withUnsafeBytes { Management.Event($0) }
        }
        answers = []
        for event in events { try take(event) }
    }

    func ask() -> (directory: AdapterDirectory, problem: BeaconBusError?) {
        AdapterInquiry.ask(self, now: { self.time })
    }
}

@Suite struct AdapterInquiryTests {
    private static func answer(_ command: Management.Command) -> [UInt8]? {
        switch command {
        case .readIndexList: AdapterSurveyTests.list(0, 1)
        case .readInfo(let index): AdapterSurveyTests.info(UInt8(index), address: UInt8(index))
        case .setPowered, .addMonitor, .removeMonitor: nil
        }
    }

    @Test("R6: all adapters are asked after, and nothing is changed")
    func complete() {
        let kernel = ScriptedKernel(Self.answer)
        let (directory, problem) = kernel.ask()
        #expect(problem == nil && directory.adapters.keys.sorted() == [0, 1])
        #expect(kernel.asked == [.readIndexList, .readInfo(index: 0), .readInfo(index: 1)])
        #expect(kernel.time == Instant(nanoseconds: 1_000))
    }

    @Test("R18: an answer that never comes ends with a time-out after three seconds", arguments: [false, true])
    func silence(isChatty: Bool) {
        // Events nobody asked for, such as discovery of others, do not prolong it.
        let kernel = ScriptedKernel(chatter: isChatty ? [0x13, 0, 0, 0, 2, 0, 6, 1] : nil) { _ in nil }
        let (directory, problem) = kernel.ask()
        #expect(problem?.code == .requestTimeout && directory.adapters.isEmpty)
        #expect(kernel.time - Instant(nanoseconds: 1_000) == .seconds(3) && kernel.waits <= 301)
    }

    @Test("R6: what was answered before the time-out is kept")
    func partial() {
        let kernel = ScriptedKernel { $0 == .readInfo(index: 1) ? nil : Self.answer($0) }
        let (directory, problem) = kernel.ask()
        #expect(problem?.code == .requestTimeout && directory.adapters.keys.sorted() == [0])
        var facts = AdapterFacts()
        (facts.directory, facts.problem, facts.present) = (directory, problem, [0, 1])
        #expect(AdapterSurvey(facts).lines.map(\.state) == [.ready, .failed])
    }

    @Test("R6: a kernel that refuses is not taken for one without adapters", arguments: [0x14 as UInt8, 0x0b])
    func refused(status: UInt8) {
        let kernel = ScriptedKernel { _ in [2, 0, 0xff, 0xff, 3, 0, 3, 0, status] }
        let problem = kernel.ask().problem
        #expect(problem?.code == (status == 0x14 ? .capabilityMissing : .adapterFailed))
        #expect(kernel.time == Instant(nanoseconds: 1_000))
    }
}
