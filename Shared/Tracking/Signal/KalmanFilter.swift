/// A scalar Kalman filter for a level that wanders slowly, here RSSI in dBm.
///
/// With constant noise it converges to an exponential average; because the process noise grows with the time between
/// samples, a beacon heard rarely is believed sooner than one heard ten times a second.
public struct KalmanFilter: Sendable {
    /// The estimate.
    public var estimate: Float
    /// The variance of the estimate.
    public var variance: Float

    /// Begins with one measurement of variance `noise`.
    public init(first measurement: Float, noise: Float) {
        estimate = measurement
        variance = noise
    }

    /// Takes in a measurement of variance `noise`, `drift` being the variance the level itself has gained since the last one.
    @inlinable
    public mutating func update(_ measurement: Float, noise: Float, drift: Float) {
        variance += drift
        let gain = variance / (variance + noise)
        estimate += gain * (measurement - estimate)
        variance *= 1 - gain
    }
}
