import Schema
import Tracking

/// What the scanner's core is set up with.
struct ScannerOptions: Sendable {
    var node: NodeID
    /// The program's version, for the status.
    var version = ""
    /// What is monitored while no set was ever received.
    var formats: [BeaconFormat] = [.iBeacon, .altBeacon, .eddystone]
    /// Timing where no rule says otherwise.
    var timing = Timing()
    /// How loss becomes distance, for rules with a range.
    var pathLoss = PathLoss()
    /// Whether a run of before a restart goes on without a new command.
    var resumesRun = true
    /// What the receiver hears too much, dB, as long as nothing was measured.
    var receiverGain: Float = 0
    /// Where decoding keys are kept for a start without network, and whether they are.
    var keysFile: String?
    var keepsKeys = false
    /// Whether it asks for decoding keys; a bridge's rooms have no right to.
    var asksForKeys = true
    /// How often the status is published while a run is on.
    var statusInterval: Duration = .seconds(4)
    /// The least time between two statuses.
    var statusPause: Duration = .milliseconds(250)
}
