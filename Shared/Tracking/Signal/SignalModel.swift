/// What is assumed of the radio path when RSSI is smoothed.
public struct SignalModel: Sendable, Hashable {
    /// Standard deviation of one sample, in dB: fading and the differing gains of the three advertising channels.
    public let deviation: Float
    /// Variance the true level gains per second while nothing moves, in dB².
    public let drift: Float

    /// `deviation` is held to 0.5 … 20 dB, `drift` to 0.001 … 100 dB² a second.
    public init(deviation: Float = 4, drift: Float = 0.03) {
        self.deviation = min(max(deviation, 0.5), 20)
        self.drift = min(max(drift, 0.001), 100)
    }

    /// Variance of one sample, in dB².
    public var noise: Float { deviation * deviation }

    /// A single deviation counts at most this much, in standard deviations.
    static let clip: Float = 3
    /// The part of each deviation that is taken for noise.
    static let allowance: Float = 1
    /// The gathered excess at which a shift is believed; three clipped samples reach it.
    static let alarm: Float = 6
    /// However long nothing was heard, the past keeps this little weight.
    static let mostDrift: Float = 400
}
