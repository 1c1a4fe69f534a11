import Schema

/// Watches the causes of a failed start that have to do with the identity: once each (H20), and a hint only (H17).
///
/// Adapter, scanner, broker and clock show by themselves; the driver sees to those.
struct RecoveryWatch: Sendable {
    private var cause: Recovery?
    private var since = Instant.zero
    private var generation: UInt64 = 0
    private var hasSign = false
    private var authorityReady: Bool?
    private var authoritySession: UInt64 = 0

    /// The node waits for this now; whatever was seen before does not count.
    mutating func follow(_ armed: Recovery?, _ now: Instant, _ generation: UInt64) {
        guard armed != cause else { return }
        cause = armed
        since = now
        self.generation = generation
        hasSign = false
    }

    mutating func sawTokenFile() {
        if cause == .token { hasSign = true }
    }

    mutating func sawIdentity() {
        if cause == .identity || cause == .approval { hasSign = true }
    }

    /// The authority is able: it was not, or it is another process.
    mutating func sawAuthority(_ isReady: Bool, _ session: UInt64) {
        let isNews = isReady && (authorityReady != true || session != authoritySession)
        if isNews, cause == .authority, authorityReady != nil { hasSign = true }
        authorityReady = isReady
        authoritySession = session
    }

    /// The cause that may have gone now; it is told once.
    mutating func gone(_ now: Instant, _ patience: Duration, _ generation: UInt64) -> Recovery? {
        guard let cause else { return nil }
        let isOver =
            switch cause {
            case .token: hasSign || generation != self.generation
            case .identity: hasSign
            case .authority, .approval, .store: hasSign || now >= since + patience
            case .adapter, .scanner, .scannerRestart, .broker, .clock: false
            }
        guard isOver else { return nil }
        self.cause = nil
        return cause
    }

    func deadline(_ patience: Duration) -> Instant? {
        switch cause {
        case .authority, .approval, .store: since + patience
        default: nil
        }
    }
}
