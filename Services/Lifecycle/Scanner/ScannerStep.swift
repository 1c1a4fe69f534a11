import Schema

/// What watching the scanner leads to.
enum ScannerStep: Sendable {
    /// Ask the scanner; the answer goes to ``ScannerWatch/answered(_:_:now:)`` with the same number.
    case ask(ScannerOrder, number: UInt64, timeout: Duration)
    /// Tell the state machine.
    case event(LifecycleEvent)
    /// Tell the subscribers that somebody should look.
    case warn(BeaconBusError)
}

/// What the scanner is to do about a run.
struct ScannerOrder: Sendable, Equatable {
    enum Verb: Sendable { case scan, halt }

    var verb: Verb
    var run: RunID
    var attempt: UInt64
}
