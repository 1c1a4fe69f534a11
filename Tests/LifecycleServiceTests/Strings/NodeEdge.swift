import Schema

@testable import LifecycleService

/// The world around a node's pure machines, as far as a string of events needs it: the folder, the connection, who has
/// been asked what. It also is the account by which ``IdentityChecker`` judges; it never asks the flow what it thinks.
struct NodeEdge {
    static let names = (0..<4).map { ObserverID("o\($0)")! }

    var holdings: IdentityHoldings
    var wanted: ConnectionIdentity?
    var isUp = false
    /// The question that is out, and to whom.
    var question: (number: UInt64, source: TokenSource)?
    /// The questions whose answer was a token, not forgotten yet.
    var tokens: [UInt64] = []
    /// The request that is out.
    var request: (number: UInt64, kind: IdentityHoldings.RequestKind)?
    /// Until when its answer may come, and for which attempt it was sent.
    var requestUntil = Instant.zero
    var requestAttempt: UInt64 = 0
    /// Whether that is a request of an earlier start.
    var resumed = false
    var installing: UInt64?
    var activating: CertificateSetID?
    var sets: UInt64 = 10
    /// Whether an observer is there and answers.
    var present = [false, false, false, false]
    var connections = [0, 0, 0, 0]
    /// Pairs the broker, the authority, or a refused activation has ended.
    var dead: [CertificateSetID] = []

    /// The process ends: what was not on the disk is gone.
    mutating func lose() {
        (wanted, isUp, question, request, resumed, installing, activating) = (nil, false, nil, nil, false, nil, nil)
        tokens = []
        // A new process hears from the broker again what it does not take.
        dead = []
        present = [false, false, false, false]
    }
}
