import Bluetooth
import Glibc
import Schema

/// Looks, after a failed start, whether the chosen adapter is there and usable again.
final class AdapterWatch: AdapterWatching {
    private let choice: AdapterChoice
    private let options: HCIOptions
    private let sight: AdapterSight
    private var management: (any ManagementChannel)?
    private var directory = AdapterDirectory()
    private var lookAt = Instant.zero
    /// Until when the kernel may take to answer.
    private var answerUntil = Instant.zero
    /// What failed although the adapter was there is tried again after a change only, or after a while.
    private var heldUntil: Instant?
    private var holds: Bool
    /// Not where the start that failed could not lift the block.
    private let unblocks: Bool

    /// How often rfkill is looked at, which tells nobody of a change.
    private static let interval: Duration = .seconds(1)
    private static let hold: Duration = .seconds(30)
    private static let answerTime: Duration = .seconds(5)

    init(_ choice: AdapterChoice, _ options: HCIOptions, after cause: ErrorCode, _ sight: AdapterSight = .machine) {
        self.choice = choice
        self.options = options
        self.sight = sight
        unblocks = options.unblocks && cause != .adapterBlocked
        holds = cause == .adapterBusy || cause == .adapterFailed
    }

    func descriptors(into list: inout [pollfd]) {
        guard let management else { return }
        list.append(pollfd(fd: management.descriptor, events: Int16(POLLIN), revents: 0))
    }

    var deadline: Instant? { lookAt }

    func look(at now: Instant) -> AdapterReport? {
        if holds, heldUntil == nil { heldUntil = now + Self.hold }
        lookAt = now + Self.interval
        do throws(BeaconBusError) {
            try ask(at: now)
        } catch {
            // A connection that is broken is always readable; with another one it is asked anew.
            management = nil
            return nil
        }
        guard directory.isComplete else {
            if now >= answerUntil { management = nil }
            return nil
        }
        if holds, let heldUntil, now < heldUntil { return nil }
        let blocks = sight.blocks(directory.adapters.keys.sorted())
        guard let adapter = directory.find(choice, blocks: blocks) else {
            let isHeld = directory.isHeld(choice, directory.hidden(of: sight.present()))
            return AdapterReport(name: String(choice.description.prefix(64)), state: isHeld ? .busy : .missing)
        }
        return AdapterReport(
            name: adapter.device, address: adapter.address, state: state(of: adapter, blocks[adapter.index]))
    }

    private func ask(at now: Instant) throws(BeaconBusError) {
        if management == nil {
            management = try sight.open()
            directory = AdapterDirectory()
            answerUntil = now + Self.answerTime
        }
        try management?.receive { (event) throws(BeaconBusError) in
            switch event {
            case .added, .removed, .settings: holds = false
            case .complete, .controllerError, .discovering, .monitorRemoved: break
            }
            directory.handle(event)
        }
        let questions = directory.takeQuestions()
        if !questions.isEmpty { answerUntil = now + Self.answerTime }
        for question in questions { try management?.send(question) }
    }

    /// Off is usable where a start may switch it on.
    private func state(of adapter: Management.Adapter, _ block: RadioBlock?) -> AdapterState {
        guard adapter.supported.contains(.lowEnergy) else { return .unsupported }
        if let block, block.hard || (block.soft && !unblocks) { return .blocked }
        return adapter.current.contains(.powered) || options.powersOn || options.mode == .user ? .ready : .off
    }
}
