/// The adapters there are, as the kernel's management interface tells of them. Pure.
public struct AdapterDirectory: Sendable {
    /// What is to be asked next, in order.
    private var questions: [Management.Command] = [.readIndexList]
    /// Those there are, by their number.
    public private(set) var adapters: [UInt16: Management.Adapter] = [:]
    private var isListed = false
    private var awaited: Set<UInt16> = []

    /// Adapters looked at at most.
    private static let most = 64

    /// Nothing is known yet.
    public init() {}

    /// Whether everything that was asked has been answered.
    public var isComplete: Bool { isListed && awaited.isEmpty }

    /// Takes the questions to ask now.
    public mutating func takeQuestions() -> [Management.Command] {
        defer { questions = [] }
        return questions
    }

    /// Takes an event of the kernel.
    public mutating func handle(_ event: Management.Event) {
        switch event {
        case .complete(0x0003, _, let status, let values):
            isListed = true
            guard status == 0, values.count >= 2 else { return }
            let count = min(Int(values[0]) | Int(values[1]) << 8, (values.count - 2) / 2, Self.most)
            for place in 0..<count { ask(UInt16(values[2 + 2 * place]) | UInt16(values[3 + 2 * place]) << 8) }
        case .complete(0x0004, let index, let status, let values):
            // What nobody asked for must not make the list longer.
            guard awaited.remove(index) != nil || adapters[index] != nil else { return }
            adapters[index] = status == 0 ? Management.Adapter(index: index, values) : nil
        case .added(let index):
            ask(index)
        case .removed(let index):
            awaited.remove(index)
            adapters[index] = nil
            questions.removeAll { $0 == .readInfo(index: index) }
        case .settings(let index, let settings): adapters[index]?.current = settings
        case .complete, .controllerError, .discovering, .monitorRemoved: break
        }
    }

    /// Asks once at a time, for as many as there may be.
    private mutating func ask(_ index: UInt16) {
        guard adapters[index] != nil || adapters.count + awaited.count < Self.most, awaited.insert(index).inserted
        else {
            return
        }
        let question = Management.Command.readInfo(index: index)
        if !questions.contains(question) { questions.append(question) }
    }

    /// The adapter that was chosen; nil if it is not there (R6). Of several that would do one that knows LE, of those one
    /// that nothing blocks, of those the powered one, then the first.
    /// - Parameters:
    ///   - blocks: what blocks each of them, by their number.
    ///   - taken: adapters that are out of the question.
    public func find(
        _ choice: AdapterChoice, blocks: [UInt16: RadioBlock] = [:], except taken: Set<UInt16> = []
    ) -> Management.Adapter? {
        func rank(_ adapter: Management.Adapter) -> (Int, Int, Int, UInt16) {
            (
                adapter.supported.contains(.lowEnergy) ? 0 : 1, blocks[adapter.index]?.error == nil ? 0 : 1,
                adapter.current.contains(.powered) ? 0 : 1, adapter.index
            )
        }
        return adapters.values.filter { !taken.contains($0.index) && fits($0, choice) }.min { rank($0) < rank($1) }
    }

    private func fits(_ adapter: Management.Adapter, _ choice: AdapterChoice) -> Bool {
        switch choice {
        case .first: adapter.supported.contains(.lowEnergy)
        case .index(let index): adapter.index == index
        case .address(let address): adapter.address == address
        case .name(let name): adapter.name == name
        }
    }

    /// Of the adapters that are `present` in this machine those the kernel tells nothing of: a program has them alone, or they
    /// are still being set up.
    public func hidden(of present: [UInt16]) -> [UInt16] { present.filter { adapters[$0] == nil } }

    /// Whether the adapter that was chosen, and cannot be found, is one of those `hidden`.
    public func isHeld(_ choice: AdapterChoice, _ hidden: [UInt16]) -> Bool {
        switch choice {
        case .index(let index): hidden.contains(index)
        case .first: !hidden.isEmpty
        // Which address or name a hidden one has, nobody says.
        case .address, .name: adapters.isEmpty && !hidden.isEmpty
        }
    }

    /// Those there are, for messages: `hci0 aa:bb:cc:dd:ee:ff, hci1 …`.
    public var list: String {
        let list = adapters.values.sorted { $0.index < $1.index }.prefix(8).map { "\($0.device) \($0.address)" }
        return list.isEmpty ? "there is none" : "there is \(list.joined(separator: ", "))"
    }
}
