import Access
import Schema

/// Makes what the plugin holds equal to what a document says, one message after the other. A value: it is told what
/// happens, and asked for the next message.
///
/// It begins with reading what there is, on every connection, and then trusts what was answered. An unexpected answer, or
/// none, makes it read anew.
struct Reconciler {
    /// How long an answer may take; the plugin may be writing a large file.
    static let patience: Duration = .seconds(15)
    /// How long after the last reading everything is read again, in case somebody else has been at it.
    static let interval: Duration = .seconds(600)
    /// How long it rests when it fails again and again.
    static let rest: Duration = .seconds(10)
    static let rolesPerPage = 50
    static let clientsPerPage = 200

    /// What is under way.
    struct Message {
        var commands: [DynamicSecurity.Command]
        var correlation: String
        var sentAt: Instant
    }

    let site: SiteID
    /// Makes our answers ours: another site's gate may read them as well.
    let prefix: String
    /// What the plugin holds; nil = not read yet.
    private(set) var known: DynamicSecurity.Contents?
    /// What was read so far.
    private var reading: DynamicSecurity.Contents?
    private var readAt: Instant?
    private var wanted: (revision: UInt64, contents: DynamicSecurity.Contents)?
    private var queue: [DynamicSecurity.Command] = []
    private var isPlanned = false
    private var isOnline = false
    private(set) var outstanding: Message?
    private var number: UInt64 = 0
    private var failures = 0
    private var restUntil: Instant?
    private(set) var size = BatchSize()
    /// The newest revision the plugin is known to hold.
    private(set) var reached: UInt64?
    /// What hinders it.
    private(set) var problem: BeaconBusError?
    /// What was carried out.
    private(set) var counters = ReconcilerCounters()

    init(site: SiteID, prefix: String) {
        self.site = site
        self.prefix = prefix
    }

    /// A connection is ready.
    mutating func connected() {
        isOnline = true
        forget()
    }

    /// It has ended. What was under way may have been done or not.
    mutating func disconnected() {
        isOnline = false
        forget()
    }

    /// What is to be. Cuts come before everything that is still waiting.
    mutating func want(_ revision: UInt64, _ contents: DynamicSecurity.Contents) {
        if wanted?.revision == revision, wanted?.contents == contents { return }
        wanted = (revision, contents)
        reached = nil
        isPlanned = false
        restUntil = nil
    }

    /// The next message, if one is to be sent now.
    mutating func next(_ now: Instant) -> [UInt8]? {
        expire(now)
        guard isOnline, outstanding == nil, restUntil.map({ now >= $0 }) ?? true, let wanted else { return nil }
        restUntil = nil
        if reached != nil, let readAt, now >= readAt + Self.interval { known = nil }
        guard let known else { return read(now) }
        if !isPlanned {
            queue = DynamicSecurity.commands(from: known, to: wanted.contents, site: site)
            isPlanned = true
        }
        guard !queue.isEmpty else {
            reached = wanted.revision
            failures = 0
            problem = nil
            return nil
        }
        let end = min(size.value, queue.count)
        let batch = Array(queue.prefix(DynamicSecurity.isWhole(queue, cutAt: end) ? end : end + 1))
        return send(batch, now)
    }

    /// When ``next(_:)`` is to be asked again though nothing happens.
    var deadline: Instant? {
        if let outstanding { return outstanding.sentAt + Self.patience }
        guard isOnline, wanted != nil else { return nil }
        return restUntil ?? (reached == nil ? nil : readAt.map { $0 + Self.interval })
    }

    /// How many clients of this site the plugin holds.
    var clients: Int { known?.clients.count ?? 0 }

    private mutating func forget() {
        known = nil
        reading = nil
        outstanding = nil
        queue = []
        isPlanned = false
        reached = nil
        restUntil = nil
    }

    private mutating func send(_ commands: [DynamicSecurity.Command], _ now: Instant) -> [UInt8] {
        number += 1
        let message = Message(commands: commands, correlation: "\(prefix).\(number)", sentAt: now)
        outstanding = message
        counters.messages += 1
        return DynamicSecurity.Command.message(commands, correlation: message.correlation)
    }

    private mutating func read(_ now: Instant) -> [UInt8] {
        if let command = readingCommand { return send([command], now) }
        reading = DynamicSecurity.Contents()
        readAt = now
        rolesLeft = nil
        clientsLeft = nil
        return send([.getDefaults], now)
    }

    private var rolesLeft: Int?
    private var clientsLeft: Int?

    /// The page that is to be read next; nil before the first.
    private var readingCommand: DynamicSecurity.Command? {
        guard let reading, !reading.defaults.isEmpty else { return nil }
        if rolesLeft ?? 1 > 0 { return .listRoles(offset: reading.roles.count, count: Self.rolesPerPage) }
        return .listClients(offset: reading.clients.count, count: Self.clientsPerPage)
    }
}

// MARK: - Answers

extension Reconciler {
    /// Answers of the plugin, ours or not.
    mutating func answered(_ responses: [DynamicSecurity.Response], _ now: Instant) {
        guard let message = outstanding, responses.first?.correlation == message.correlation else { return }
        outstanding = nil
        guard responses.count == message.commands.count else {
            return fail("\(responses.count) answers to \(message.commands.count) commands", now)
        }
        do throws(BeaconBusError) {
            for (command, response) in zip(message.commands, responses) { try take(command, response) }
            if queue.starts(with: message.commands) {
                queue.removeFirst(message.commands.count)
            } else {
                isPlanned = false
            }
            if known != nil { size.answered(after: now - message.sentAt, count: message.commands.count) }
        } catch {
            fail(error.reason, now)
        }
    }

    /// The message could not be handed over, or the broker refused it.
    mutating func refused(_ error: BeaconBusError, _ now: Instant) {
        outstanding = nil
        fail(error.reason, now, error)
    }

    private mutating func take(
        _ command: DynamicSecurity.Command, _ response: DynamicSecurity.Response
    ) throws(BeaconBusError) {
        switch command {
        case .getDefaults: try reading?.setDefaults(response)
        case .listRoles:
            guard let page = try reading?.addRoles(response) else { return }
            rolesLeft = page.count == 0 ? 0 : page.total - (reading?.roles.count ?? 0)
        case .listClients:
            guard let page = try reading?.addClients(response) else { return }
            clientsLeft = page.count == 0 ? 0 : page.total - (reading?.clients.count ?? 0)
            guard clientsLeft ?? 0 <= 0 else { return }
            known = reading
            reading = nil
            isPlanned = false
        default:
            if let error = response.error, !isHarmless(command, error) {
                throw DynamicSecurity.failure("\(command.name): \(error)")
            }
            known?.apply(command)
            counters.add(command)
        }
    }

    /// What is to go has gone already.
    private func isHarmless(_ command: DynamicSecurity.Command, _ error: String) -> Bool {
        switch command {
        case .deleteClient, .deleteRole: error.hasSuffix("not found")
        default: false
        }
    }

    /// Reads anew; the third time in a row it rests first.
    private mutating func fail(_ reason: String, _ now: Instant, _ error: BeaconBusError? = nil) {
        failures += 1
        counters.failures += 1
        known = nil
        reading = nil
        queue = []
        isPlanned = false
        reached = nil
        guard failures > 2 else { return }
        problem = error ?? DynamicSecurity.failure(reason)
        restUntil = now + Self.rest
    }

    private mutating func expire(_ now: Instant) {
        guard let message = outstanding, now >= message.sentAt + Self.patience else { return }
        outstanding = nil
        fail("no answer to \(message.commands.first?.name ?? "a message") within \(Self.patience)", now)
    }
}

extension DynamicSecurity {
    static func failure(_ reason: String) -> BeaconBusError {
        BeaconBusError(
            .brokerRefused, "The broker's rights cannot be changed", reason: reason,
            suggestion:
                "See the broker's log; the gate's role needs $CONTROL/dynamic-security/#, as \"beaconctl site init\" makes it.",
            retryable: true)
    }
}
