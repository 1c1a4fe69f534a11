import Bus
import Schema

/// When a scanner asks for decoding keys, and what it makes of the answers. Holds them only between the pages of one answer.
struct KeyExchange {
    /// Which state of which registry's keys.
    struct Version: Equatable, Codable {
        var registry: RegistryID
        var revision: Int64
    }

    /// What an answer came to.
    enum Outcome {
        /// There are more pages.
        case more
        /// All of them.
        case complete([DecodingKey])
    }

    static let patience = Duration.seconds(10)
    static let firstPause = Duration.seconds(2)
    static let longestPause = Duration.seconds(300)
    /// The most keys that are taken; a site has no more.
    static let capacity = 4_096
    /// So many refusals in a row by the broker, over so long, are for good.
    static let finalRefusals = 3
    static let finalSpan = Duration.seconds(60)

    /// What is held; nil = nothing.
    private(set) var held: Version?
    /// How many keys are held.
    private(set) var count = 0
    private var wanted: Version?
    private var request: RequestID?
    private var collected: [DecodingKey] = []
    private var collecting: Int64?
    private var retryAt: Instant?
    private var failures = 0
    private var refusals = 0
    private var refusedSince: Instant?

    /// Keys from a file.
    mutating func restored(_ version: Version, count: Int) {
        held = version
        self.count = count
    }

    /// The monitored message names these keys, or none. True = what is held is not valid any more.
    mutating func want(_ version: Version?) -> Bool {
        guard version != wanted else { return false }
        wanted = version
        failures = 0
        retryAt = nil
        return version == nil && held != nil
    }

    /// A new connection: what was waited for is asked at once.
    mutating func connected() {
        giveUpPages()
        request = nil
        failures = 0
        retryAt = nil
        refusals = 0
        refusedSince = nil
    }

    /// The broker does not let us in, or does so no more. True = that is for good: the keys must go.
    mutating func refused(_ failure: BusFailure, _ now: Instant) -> Bool {
        if failure.error.code == .certificateRevoked { return true }
        guard failure.kind == .unauthorised else { return false }
        refusals += 1
        let since = refusedSince ?? now
        refusedSince = since
        return refusals >= Self.finalRefusals && now - since >= Self.finalSpan
    }

    /// Nothing is held any more.
    mutating func wiped() {
        held = nil
        count = 0
        giveUpPages()
    }

    private var isMissing: Bool {
        guard let wanted else { return false }
        guard let held, held.registry == wanted.registry else { return true }
        return held.revision < wanted.revision
    }

    /// Whether it is time to ask.
    func isDue(_ now: Instant) -> Bool {
        isMissing && request == nil && retryAt.map { now >= $0 } ?? true
    }

    /// When it is; nil = not by time.
    var nextDeadline: Instant? { isMissing && request == nil ? retryAt ?? .zero : nil }

    /// What to ask for next.
    func question(of node: NodeID) -> KeysRequest {
        KeysRequest(node: node, revision: held?.revision, after: collecting == nil ? nil : collected.last?.name)
    }

    mutating func asked(_ id: RequestID) { request = id }

    /// Whether an answer is the awaited one.
    func awaits(_ id: RequestID) -> Bool { request == id }

    /// Takes a page. Pages of different revisions do not belong together: it begins anew.
    mutating func answered(_ page: KeysReply, _ now: Instant) -> Outcome {
        request = nil
        if let collecting, collecting != page.revision {
            failed(now)
            return .more
        }
        collecting = page.revision
        collected += page.keys.prefix(Self.capacity - collected.count)
        if page.next != nil, !page.keys.isEmpty, collected.count < Self.capacity { return .more }
        let keys = collected
        giveUpPages()
        if let wanted {
            held = Version(registry: wanted.registry, revision: page.revision)
            count = keys.count
            // An older answer than what was announced: asked again later.
            if isMissing { pause(now) } else { failures = 0 }
        }
        return .complete(keys)
    }

    /// No answer, or a refusal: asked again after a pause that doubles up to five minutes.
    mutating func failed(_ now: Instant) {
        request = nil
        giveUpPages()
        pause(now)
    }

    private mutating func pause(_ now: Instant) {
        failures = min(failures + 1, 16)
        retryAt = now + min(Self.firstPause * (1 << (failures - 1)), Self.longestPause)
    }

    private mutating func giveUpPages() {
        collected = []
        collecting = nil
    }
}
