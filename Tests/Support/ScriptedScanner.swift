public import Bus
public import Schema

/// A scanner that does what a test tells it, with the messages of a real one.
public final class ScriptedScanner: BusHandler {
    /// How it answers `scan`.
    public enum Answer {
        case scans
        case fails(BeaconBusError)
        /// It starts to scan, but its answer never comes.
        case scansInSilence
        case nothing
        /// It answers something that is no answer.
        case garbles
    }

    public let node: NodeID
    public var answer = Answer.scans
    /// Whether it answers `halt`.
    public var halts = true
    public var adapter: AdapterState?
    /// How it is once it has failed; nil is as before.
    public var adapterOnceFailed: AdapterState?
    public var sources: [SourceReport] = [SourceReport(name: "hci0", kind: .radio, state: .closed)]
    public var run: RunID?
    public var error: BeaconBusError?
    /// Whether it says nothing more, though it is connected.
    public var isMute = false
    public private(set) var commands: [String] = []
    private var nextStatus: Instant?

    public init(node: NodeID, run: RunID? = nil) {
        self.node = node
        self.run = run
    }

    public var isScanning: Bool { run != nil && error == nil }

    public func connected(_ link: BusLink) {
        publishStatus(link)
    }

    public func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
        for message in messages {
            switch message.topic {
            case .scannerCommand(_, .scan, _): try scan(message, link)
            case .scannerCommand(_, .halt, _): try halt(message, link)
            case .scannerCommand(_, .discover, _): try discover(message, link)
            default: break
            }
        }
    }

    public func deadline(_ now: Instant, _ link: BusLink) -> Instant? {
        guard run != nil, !isMute else { return nil }
        if let next = nextStatus, now >= next { publishStatus(link) }
        return nextStatus
    }

    public func publishStatus(_ link: BusLink) {
        guard !isMute else { return }
        nextStatus = link.now + .seconds(5)
        let state: ScannerState =
            error.map { $0.code == .sourceEnded ? .ended : .failed } ?? (run == nil ? .idle : .running)
        let status = ScannerStatus(
            node: node, connection: max(link.connection, 1), online: true, state: state, scanning: isScanning,
            run: run, attempt: run?.attempt, released: run != nil, sources: sources,
            adapter: adapter.map { AdapterReport(name: "hci0", state: $0) }, active: 0, counters: [:], error: error)
        try? link.setRetained(.scanner(node), status)
    }

    private func scan(_ message: IncomingMessage, _ link: BusLink) throws {
        let (head, command) = try message.decode(ScanCommand.self)
        commands.append("scan \(command.run)")
        let address = try link.replyAddress(of: message, head)
        switch answer {
        case .scans, .scansInSilence:
            (run, error) = (command.run, nil)
            publishStatus(link)
            guard case .scans = answer, let address else { return }
            try link.reply(to: address, ScanReply(scanning: true, run: run, attempt: command.attempt))
        case .fails(let error):
            if let address { try link.reply(to: address, ScanReply(scanning: false, error: error)) }
            // Said after the answer, as a real one does.
            guard adapter != nil else { return }
            adapter = adapterOnceFailed ?? adapter
            (run, self.error) = (command.run, error)
            publishStatus(link)
        case .garbles:
            guard let address else { return }
            try link.reply(to: address, StartCommand())
        case .nothing: break
        }
    }

    private func halt(_ message: IncomingMessage, _ link: BusLink) throws {
        let (head, command) = try message.decode(HaltCommand.self)
        commands.append("halt \(command.run.map(\.description) ?? "any")")
        guard halts else { return }
        if command.run == nil || command.run == run { (run, error) = (nil, nil) }
        publishStatus(link)
        guard let address = try link.replyAddress(of: message, head) else { return }
        try link.reply(to: address, ScanReply(scanning: false))
    }

    private func discover(_ message: IncomingMessage, _ link: BusLink) throws {
        let (head, command) = try message.decode(DiscoverCommand.self)
        commands.append("discover \(command.duration ?? 0)")
        guard let address = try link.replyAddress(of: message, head) else { return }
        try link.reply(to: address, DiscoverReply(devices: [], dropped: 3))
    }
}
