import Schema

/// Gives activations their lasting numbers.
///
/// The radio thread numbers the activations of a run from ``firstLocal`` on, without asking anybody; the lasting number,
/// a counter of the journal, is given here when the activation is committed. Activations taken up from an earlier run
/// have theirs already. Confined to the bus thread.
struct ActivationNumbers {
    /// Local numbers begin above everything a journal counts to.
    static let firstLocal: UInt64 = 1 << 60

    private var counters: [UInt64: Int64] = [:]

    /// The lasting number of an activation that is known; nil for a local one that was never committed.
    func counter(_ activation: UInt64) -> Int64? {
        activation < Self.firstLocal ? Int64(clamping: activation) : counters[activation]
    }

    /// Gives a local activation its lasting number.
    mutating func assign(_ counter: Int64, to activation: UInt64) {
        if activation >= Self.firstLocal { counters[activation] = counter }
    }

    /// Forgets an activation that has ended.
    mutating func end(_ activation: UInt64) {
        counters[activation] = nil
    }

    /// Forgets all: the run is over.
    mutating func removeAll() {
        counters.removeAll()
    }
}
