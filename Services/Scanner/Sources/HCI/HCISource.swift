import Adapters
import Bluetooth
import Glibc
import Schema

/// An adapter of this machine over the kernel's HCI sockets: raw beside the kernel's use of it, alone (user), or listening
/// to what it tells whoever uses it (monitor). Needs CAP_NET_RAW, and CAP_NET_ADMIN where it must switch something on.
final class HCISource: LiveSource {
    let kind = SourceKind.radio

    /// What it is at; each but the last two has a limit.
    enum Phase: Equatable {
        case closed
        /// Asking which adapters there are.
        case listing
        /// Waiting for the adapter to be on (user channel: off).
        case switching(isOn: Bool)
        /// Trying again after it was busy.
        case pausing
        /// Asking the kernel to scan for a monitor.
        case requesting
        case running
        /// Off and on, to cure deafness.
        case cycling(isOff: Bool)
    }

    private let choice: AdapterChoice
    private let options: HCIOptions
    private let claims: AdapterClaims
    private let seed: UInt64
    private(set) var phase = Phase.closed
    private var management: ManagementClient?
    private var directory = AdapterDirectory()
    private(set) var adapter: Management.Adapter?
    private var mode = BluetoothMode.raw
    private var link: (any HCILink)?
    private var past = SourceCounters()
    private var failure: BeaconBusError?
    private var until: Instant?
    private var busyTries = 0
    /// The kernel says "off" before it says "removed", and of a reset "off" and "on": until then it is open which it is.
    private var leaving: Instant?
    /// When the kernel is asked anew to scan.
    private var requestAt: Instant?

    private static let leaveTime: Duration = .milliseconds(500)
    /// Who removes our monitor has more to do: he is given this time, and it keeps a quarrel slow.
    private static let requestPause: Duration = .seconds(1)
    private static let answerTime: Duration = .seconds(3)
    private static let switchTime: Duration = .seconds(8)
    private static let busyTries = 5

    /// `claims` are shared by all sources of a scanner.
    init(_ choice: AdapterChoice, _ options: HCIOptions, _ claims: AdapterClaims = AdapterClaims(), seed: UInt64) {
        self.choice = choice
        self.options = options
        self.claims = claims
        self.seed = seed
    }

    var name: String { adapter?.device ?? choice.description }

    var counters: SourceCounters {
        var counters = past
        if let link { counters += link.counters }
        return counters
    }

    var deadline: Instant? {
        let request = phase == .running && leaving == nil ? requestAt : nil
        return [until, request, leaving ?? (rests ? nil : link?.deadline)].compactMap { $0 }.min()
    }

    /// Whether the adapter is, or may be, off at the moment: nothing can be sent to it.
    private var rests: Bool {
        if case .cycling = phase { return true }
        return leaving != nil
    }

    func descriptors(into list: inout [pollfd]) {
        if let management { list.append(pollfd(fd: management.descriptor, events: Int16(POLLIN), revents: 0)) }
        if let link, !rests { list.append(pollfd(fd: link.descriptor, events: Int16(POLLIN), revents: 0)) }
    }

    func begin(at now: Instant) {
        attempt { () throws(BeaconBusError) in
            management = try ManagementClient()
            phase = .listing
            until = now + Self.answerTime
            try ask()
        }
    }

    func service(at now: Instant, limit: Int, _ deliver: (AdvertisingReport) -> Void) -> LiveCondition {
        var hasMore = false
        attempt { () throws(BeaconBusError) in
            if let failure { throw failure }
            try management?.receive { (event) throws(BeaconBusError) in try handle(event, at: now) }
            try ask()
            if let until, now >= until { try runOut(at: now) }
            if let leaving, now >= leaving, let adapter { throw switchedOff(adapter.index) }
            if let link, !rests {
                hasMore = try link.service(at: now, limit: limit, deliver)
                if link.wantsPowerCycle { try cycle(link, at: now) }
                try renewRequest(link, at: now)
            }
        }
        var condition = failure.map { LiveCondition(state: .failed, error: $0) } ?? link?.condition
        // While the adapter is being switched off and on, it is silent by our own doing.
        if case .cycling = phase, condition?.state == .scanning { condition?.state = .silent }
        var result = condition ?? LiveCondition(state: .opening)
        result.adapter = report(result)
        result.hasMore = hasMore
        return result
    }

    func end() {
        link?.end(management)
        if let link { past += link.counters }
        link = nil
        management = nil
        leaving = nil
        requestAt = nil
        if let adapter { claims.release(adapter.index) }
        phase = .closed
    }

    private func attempt(_ work: () throws(BeaconBusError) -> Void) {
        do throws(BeaconBusError) {
            try work()
        } catch {
            failure = error
        }
    }

    /// Whether what becomes of the adapter is what becomes of us.
    private var isOpen: Bool { mode != .user && (phase == .running || phase == .requesting) }

    private func ask() throws(BeaconBusError) {
        for question in directory.takeQuestions() { try management?.send(question) }
    }

    private func report(_ condition: LiveCondition) -> AdapterReport? {
        let state = condition.state == .failed ? AdapterState(condition.error) : adapter == nil ? nil : .ready
        guard let state else { return nil }
        return AdapterReport(name: String(name.prefix(64)), address: adapter?.address, state: state)
    }

    // MARK: What the kernel says

    private func handle(_ event: Management.Event, at now: Instant) throws(BeaconBusError) {
        directory.handle(event)
        switch (phase, event) {
        case (.listing, _):
            if directory.isComplete { try choose(at: now) }
        case (.switching(let isOn), .complete(0x0005, let index, let status, _)) where index == adapter?.index:
            guard status == 0 else { return try refused(status, at: now) }
            if isOn { try open(at: now) } else { try openAlone(at: now) }
        case (_, .complete(0x0052, _, let status, let values)): try requested(status, values, at: now)
        case (_, .monitorRemoved(let index, let handle)) where index == adapter?.index && mode == .monitor:
            if handle == 0 || handle == link?.handle { link?.requestLost() }
        case (.cycling(true), .complete(0x0005, let index, let status, _)) where index == adapter?.index:
            guard status == 0 else { return try refused(status, at: now) }
            phase = .cycling(isOff: false)
            until = now + Self.switchTime
            try management?.send(.setPowered(index: index, true))
        case (.cycling(false), .complete(0x0005, let index, let status, _)) where index == adapter?.index:
            guard status == 0 else { return try refused(status, at: now) }
            (phase, until) = (.running, nil)
            try link?.begin(at: now)
        case (_, .settings(let index, let settings)) where index == adapter?.index && isOpen:
            if !settings.contains(.powered) {
                leaving = leaving ?? now + Self.leaveTime
            } else if leaving != nil {
                leaving = nil
                try link?.begin(at: now)
            }
        case (_, .removed(let index)) where index == adapter?.index && mode != .user: throw missing("it was unplugged")
        default: break
        }
    }

    private func choose(at now: Instant) throws(BeaconBusError) {
        let blocks = Rfkill.states(of: directory.adapters.keys)
        guard let found = directory.find(choice, blocks: blocks, except: claims.indices) else {
            throw directory.find(choice).map(heardAlready) ?? absent()
        }
        adapter = found
        claims.take(found.index)
        guard found.supported.contains(.lowEnergy) else {
            throw BeaconBusError(
                .adapterUnsupported, reason: "\(found.device) knows no Bluetooth LE",
                suggestion: "Choose another adapter; \(directory.list).")
        }
        if let block = blocks[found.index], let refusal = block.error {
            guard !block.hard, options.unblocks, Rfkill.unblock() else { throw refusal }
        }
        mode = options.mode ?? .usual(besideDaemon: BluetoothDaemon.isRunning)
        let isOn = found.current.contains(.powered)
        if mode == .user {
            if isOn { try turn(false, at: now) } else { try openAlone(at: now) }
        } else if isOn {
            try open(at: now)
        } else if options.powersOn {
            try turn(true, at: now)
        } else {
            throw switchedOff(found.index)
        }
    }

    private func turn(_ isOn: Bool, at now: Instant) throws(BeaconBusError) {
        guard let adapter else { return }
        phase = .switching(isOn: isOn)
        until = now + Self.switchTime
        try management?.send(.setPowered(index: adapter.index, isOn))
    }

    private func open(at now: Instant) throws(BeaconBusError) {
        guard let adapter else { return }
        if mode == .monitor {
            try start(MonitorLink(adapter.index, options.session, seed: seed), at: now)
            return try request(adapter, at: now)
        }
        let socket = try BluetoothSocket(.raw, index: adapter.index)
        try socket.admitScanEvents()
        try start(ControllerLink(socket, .shared, options.session, seed: seed), at: now)
    }

    /// Asks the kernel to scan for a monitor, anew where it already does.
    private func request(_ adapter: Management.Adapter, at now: Instant) throws(BeaconBusError) {
        if let handle = link?.handle {
            link?.handle = nil
            try management?.send(.removeMonitor(index: adapter.index, handle: handle))
        }
        phase = .requesting
        until = now + Self.answerTime
        try management?.send(.addMonitor(index: adapter.index))
    }

    private func requested(_ status: UInt8, _ values: [UInt8], at now: Instant) throws(BeaconBusError) {
        let isGranted = status == 0 && values.count >= 2
        let isFirst = phase == .requesting && link?.counters.reports == 0
        if phase == .requesting { (phase, until) = (.running, nil) }
        if isGranted {
            link?.handle = UInt16(values[0]) | UInt16(values[1]) << 8
        } else if options.mode == nil, isFirst {
            // Nobody said that it must be this way, and nobody scans: then we do.
            mode = .raw
            try open(at: now)
        } else {
            link?.request(refused: status, at: now)
        }
    }

    /// Asks the kernel anew where the link wants that, after a pause.
    private func renewRequest(_ link: any HCILink, at now: Instant) throws(BeaconBusError) {
        if link.wantsRequest {
            link.wantsRequest = false
            requestAt = now + Self.requestPause
        }
        guard let adapter, let due = requestAt, now >= due, phase == .running, mode == .monitor else { return }
        requestAt = nil
        try request(adapter, at: now)
    }

    private func openAlone(at now: Instant) throws(BeaconBusError) {
        guard let adapter else { return }
        do throws(BeaconBusError) {
            let socket = try BluetoothSocket(.user, index: adapter.index)
            try start(ControllerLink(socket, .full, options.session, seed: seed), at: now)
        } catch {
            guard error.code == .adapterBusy else { throw error }
            try pause(error, at: now)
        }
    }

    private func start(_ link: any HCILink, at now: Instant) throws(BeaconBusError) {
        if let former = self.link { past += former.counters }
        self.link = link
        (phase, until, requestAt) = (.running, nil, nil)
        busyTries = 0
        try link.begin(at: now)
    }

    /// Busy is tried again, ever more slowly (R6).
    private func pause(_ error: BeaconBusError, at now: Instant) throws(BeaconBusError) {
        busyTries += 1
        guard busyTries < Self.busyTries else { throw error }
        phase = .pausing
        until = now + .milliseconds(250 << busyTries)
    }

    private func refused(_ status: UInt8, at now: Instant) throws(BeaconBusError) {
        guard let adapter else { return }
        if let refusal = Rfkill.state(index: adapter.index)?.error { throw refusal }
        switch status {
        case 0x14: throw BluetoothSocket.capabilityMissing("CAP_NET_ADMIN", "switching the adapter on or off")
        case 0x11: throw missing("it was unplugged")
        case 0x12: throw RadioBlock.error(hard: false)
        case 0x0a:
            try pause(
                BeaconBusError(
                    .adapterBusy, reason: "\(adapter.device) is busy",
                    suggestion: "Stop the other program that uses it."),
                at: now)
        default:
            throw BeaconBusError(
                .adapterFailed,
                reason: "\(adapter.device) cannot be switched on or off: \(Management.meaning(status))",
                suggestion: "Look at the kernel's log: dmesg | grep -i bluetooth.")
        }
    }

    private func runOut(at now: Instant) throws(BeaconBusError) {
        until = nil
        switch phase {
        case .pausing:
            if mode == .user { try openAlone(at: now) } else { try turn(true, at: now) }
        case .requesting:
            link?.request(refused: 0x03, at: now)
            phase = .running
        case .listing, .switching, .cycling:
            throw BeaconBusError(
                .adapterFailed, reason: "the kernel does not answer for \(name)",
                suggestion: "Look at the kernel's log: dmesg | grep -i bluetooth.")
        case .closed, .running: break
        }
    }

    /// Deaf, and the scan's restart did not help: off and on, where that is allowed and hurts nobody.
    private func cycle(_ link: any HCILink, at now: Instant) throws(BeaconBusError) {
        link.powerCycled()
        guard let adapter, mode == .raw, options.powersOn, phase == .running else { return }
        phase = .cycling(isOff: true)
        until = now + Self.switchTime
        try management?.send(.setPowered(index: adapter.index, false))
    }

    /// Not among those the kernel tells of: it hides one that a program has alone.
    private func absent() -> BeaconBusError {
        let hidden = directory.hidden(of: Rfkill.adapters())
        guard directory.isHeld(choice, hidden) else {
            let knowsNone = choice == .first && !directory.adapters.isEmpty
            return missing((knowsNone ? "no adapter that knows Bluetooth LE: " : "") + directory.list)
        }
        return BeaconBusError(
            .adapterBusy,
            reason: "\(hidden.map { "hci\($0)" }.joined(separator: ", ")) is used by another program alone",
            suggestion: "Stop that program, or choose another adapter; \(directory.list).")
    }

    /// Two texts mean the same adapter.
    private func heardAlready(_ other: Management.Adapter) -> BeaconBusError {
        if choice == .first {
            return missing("\(other.device) is heard by another source, and there is no other adapter")
        }
        return BeaconBusError(
            .configurationInvalid, reason: "\(choice): \(other.device) is heard by another source already",
            suggestion: "Name each adapter once in --source.")
    }

    private func missing(_ what: String) -> BeaconBusError {
        BeaconBusError(
            .adapterMissing, reason: choice == .first ? what : "\(choice): \(what)",
            suggestion: choice == .first ? "Plug an adapter in." : "Plug it in, or choose another with --source hci:….")
    }

    private func switchedOff(_ index: UInt16) -> BeaconBusError {
        if let refusal = Rfkill.state(index: index)?.error { return refusal }
        return BeaconBusError(
            .adapterOff, reason: "\(name) was switched off", suggestion: "Switch it on: bluetoothctl power on.")
    }
}

extension AdapterState {
    /// What an error says of the adapter.
    init(_ error: BeaconBusError?) {
        switch error?.code {
        case .adapterMissing: self = .missing
        case .adapterOff: self = .off
        case .adapterBlocked: self = .blocked
        case .adapterBusy: self = .busy
        case .adapterUnsupported: self = .unsupported
        default: self = .failed
        }
    }
}
