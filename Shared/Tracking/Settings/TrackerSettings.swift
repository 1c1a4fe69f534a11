internal import Schema

/// What a node's tracker is set up with.
public struct TrackerSettings: Sendable, Hashable {
    /// How many beacons are kept at most, 16 … 1,000,000; about 256 bytes each once used.
    public var capacity = 16_384
    /// For how many addresses names and belonging are remembered at most, 16 … 65,536.
    public var addresses = 4_096
    /// Of how many beacons telemetry is kept at most, 16 … 1,000,000; about 290 bytes each once used.
    public var sensors = 4_096
    /// Timing of beacons for which no rule says otherwise.
    public var timing = Timing()
    /// Activations this soon after scanning began have the cause `initial` (D21).
    public var initialPeriod: Duration = .seconds(30)
    /// Assumptions about the radio path.
    public var signal = SignalModel()
    /// How loss becomes distance.
    public var pathLoss = PathLoss()
    /// Where the zones end.
    public var zones = ZoneBoundaries()
    /// What this node's receiver hears too much, in dB; taken off every RSSI.
    public var receiverGain: Float = 0
    /// When telemetry counts as changed.
    public var telemetry = TelemetryThresholds()

    public init() {}

    /// These settings with what was measured: what the receiver hears too much, in dB, and how loss becomes distance. The
    /// zones end at the same distances as before.
    public func calibrated(receiverGain: Float, pathLoss: PathLoss) -> TrackerSettings {
        var settings = self
        settings.receiverGain = min(max(receiverGain, -40), 40)
        settings.pathLoss = pathLoss
        settings.zones = zones.scaled(by: pathLoss.exponent / self.pathLoss.exponent)
        return settings
    }
}

/// How far telemetry must move to be reported as a change, and how often (D22).
public struct TelemetryThresholds: Sendable, Hashable {
    /// Battery voltage, in mV.
    public var millivolts: UInt16 = 50
    /// Temperature, in °C.
    public var temperature: Float = 0.5
    /// The least time between two such changes of one beacon. Battery per cent, counters and states are not held back.
    public var interval: Duration = .seconds(60)

    public init() {}

    /// The step of a field that is told slowly, in its stored units.
    func step(of field: TelemetryField, or usual: Int64) -> Int64 {
        switch field {
        case .batteryMillivolts: Int64(millivolts)
        case .temperature: Int64((temperature * Float(field.scale)).rounded())
        default: usual
        }
    }
}
