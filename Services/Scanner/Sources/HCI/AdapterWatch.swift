import Adapters
import Bluetooth
import Glibc
import Schema

/// Looks, after a failed start, whether the chosen adapter is there and usable again.
final class AdapterWatch: AdapterWatching {
    private let choice: AdapterChoice
    private let options: HCIOptions
    private let management: ManagementClient?
    private var directory = AdapterDirectory()
    private var lookAt = Instant.zero
    /// What failed although the adapter was there is tried again after a change only, or after a while.
    private var heldUntil: Instant?
    private var holds: Bool
    /// Not where the start that failed could not lift the block.
    private let unblocks: Bool

    /// How often rfkill is looked at, which tells nobody of a change.
    private static let interval: Duration = .seconds(1)
    private static let hold: Duration = .seconds(30)

    init(_ choice: AdapterChoice, _ options: HCIOptions, after cause: ErrorCode) {
        self.choice = choice
        self.options = options
        management = try? ManagementClient()
        unblocks = options.unblocks && cause != .adapterBlocked
        holds = cause == .adapterBusy || cause == .adapterFailed
    }

    func descriptors(into list: inout [pollfd]) {
        guard let management else { return }
        list.append(pollfd(fd: management.descriptor, events: Int16(POLLIN), revents: 0))
    }

    var deadline: Instant? { management == nil ? nil : lookAt }

    func look(at now: Instant) -> AdapterReport? {
        guard let management else { return nil }
        if holds, heldUntil == nil { heldUntil = now + Self.hold }
        lookAt = now + Self.interval
        try? management.receive { (event) throws(BeaconBusError) in
            switch event {
            case .added, .removed, .settings: holds = false
            case .complete, .controllerError, .discovering, .monitorRemoved: break
            }
            directory.handle(event)
        }
        for question in directory.takeQuestions() { try? management.send(question) }
        guard directory.isComplete else { return nil }
        if holds, let heldUntil, now < heldUntil { return nil }
        guard let adapter = directory.find(choice) else {
            let isHeld = directory.isHeld(choice, directory.hidden(of: Rfkill.adapters()))
            return AdapterReport(name: String(choice.description.prefix(64)), state: isHeld ? .busy : .missing)
        }
        return AdapterReport(name: adapter.device, address: adapter.address, state: state(of: adapter))
    }

    /// Off is usable where a start may switch it on.
    private func state(of adapter: Management.Adapter) -> AdapterState {
        if let block = Rfkill.state(index: adapter.index), block.hard || (block.soft && !unblocks) {
            return .blocked
        }
        return adapter.current.contains(.powered) || options.powersOn || options.mode == .user ? .ready : .off
    }
}
