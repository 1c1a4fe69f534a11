package import Schema

/// Connecting, checking the own state, subscribing, being ready, ending and beginning again, as a pure value: events
/// and the time go in, actions come out (design §4, §5; R9, R22).
///
/// ```
/// idle → connecting → checking → subscribing → ready
///             ▲  ▲        │ higher session: adopt, close, open again
///             │  waiting ◄┴─ any failure (back-off by its kind)
///             └─ probing ◄── failed commit
/// ready → switching (drains) → connecting, as another identity
/// any → stopping (drains) → stopped
/// ```
package struct ConnectionMachine: Sendable {
    package enum State: Sendable, Equatable {
        /// May become `connecting`, `stopped`.
        case idle
        /// An attempt runs until the deadline. May become `checking`, `subscribing`, `waiting`, `stopped`.
        case connecting(deadline: Instant)
        /// The own state is being read. May become `connecting` (session raised), `subscribing`, `waiting`, `stopped`.
        case checking(Check, deadline: Instant)
        /// Filters are being subscribed. May become `ready`, `waiting`, `stopped`.
        case subscribing(deadline: Instant)
        /// May become `waiting`, `probing`, `switching`, `stopping`, `stopped`.
        case ready(since: Instant)
        /// The next attempt comes then. May become `connecting`, `stopped`.
        case waiting(until: Instant)
        /// A commit failed; the next trial comes then. May become `connecting`, `stopped`.
        case probing(next: Instant)
        /// The last messages of the old identity go out. May become `connecting`, `probing`, `stopping`.
        case switching(deadline: Instant)
        /// The last messages go out. May become `stopped`.
        case stopping(deadline: Instant)
        /// The end.
        case stopped
    }

    /// How far the reading of the own state is.
    package enum Check: Sendable, Equatable {
        /// Waiting for the grants of own state and replies.
        case granting
        /// Waiting for the message to ourselves, which comes after everything retained.
        case reading
    }

    package private(set) var state: State = .idle
    /// The session in use, raised when the broker holds a higher one.
    package private(set) var session: UInt64
    /// Counts CONNECTs in the session.
    package private(set) var connection: UInt64 = 0

    let hasOwnState: Bool
    let limits: BusLimits
    var random: SplitMix64
    var backoff: Backoff
    var probeBackoff: Backoff
    var rivals = RivalDetector()
    /// The own state seen in this check, written by another process or by an earlier start of this one.
    var foreign: Stamp?
    /// The newest such state of all checks before.
    var knownForeign: Stamp?
    var hasChecked = false
    /// Whether the session to adopt is that of a process that lives beside this one, which is to be told.
    var isOvertaken = false
    /// Whether this process has written its own state; a quiet newcomer has not.
    var hasWritten = false

    /// What orders the states of one topic: session, then number within it.
    package struct Stamp: Sendable, Equatable, Comparable {
        package let session: UInt64
        package let seq: UInt64

        package init(session: UInt64, seq: UInt64) {
            self.session = session
            self.seq = seq
        }

        package static func < (left: Stamp, right: Stamp) -> Bool {
            (left.session, left.seq) < (right.session, right.seq)
        }
    }

    /// Sessions lie in 1 … 2^53−1 (design §4).
    package static let greatestSession: UInt64 = 1 << 53 - 1
    /// A connection that stood this long resets the back-off and clears the suspicion of a rival.
    static let settled: Int64 = 10_000_000_000

    package init(session: UInt64, hasOwnState: Bool, limits: BusLimits, seed: UInt64) {
        self.session = min(max(1, session), Self.greatestSession)
        self.hasOwnState = hasOwnState
        self.limits = limits
        self.random = SplitMix64(seed: seed)
        self.backoff = Backoff(limits.backoff)
        self.probeBackoff = Backoff(limits.backoff)
    }

    /// When ``timer(_:)`` wants to be called; nil = never.
    package var deadline: Instant? {
        switch state {
        case .idle, .stopped: nil
        case .ready(let since): rivalsPending ? since.advanced(byNanoseconds: Self.settled) : nil
        case .connecting(let deadline), .checking(_, let deadline), .subscribing(let deadline),
            .switching(let deadline), .stopping(let deadline):
            deadline
        case .waiting(let until): until
        case .probing(let next): next
        }
    }

    package var isReady: Bool {
        if case .ready = state { return true }
        return false
    }

    /// Whether a connection or an attempt at one exists.
    package var isOpen: Bool {
        switch state {
        case .connecting, .checking, .subscribing, .ready, .switching, .stopping: true
        case .idle, .waiting, .probing, .stopped: false
        }
    }

    private var rivalsPending: Bool { rivals != RivalDetector() }

    /// The own state was handed over.
    package mutating func wroteOwnState() {
        hasWritten = true
    }

    mutating func enter(_ state: State) {
        self.state = state
    }

    /// Counts a CONNECT and gives the action for it.
    mutating func open(_ now: Instant) -> [Action] {
        connection += 1
        foreign = nil
        state = .connecting(deadline: now + limits.connectDeadline)
        return [.open(session: session, connection: connection)]
    }

    mutating func raise(to session: UInt64) {
        self.session = session
        connection = 0
    }
}
