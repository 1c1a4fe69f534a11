import Glibc

/// The log-distance model: RSSI(d) = A − 10 n log10(d / 1 m), A being the measured power, the RSSI at one metre.
public struct PathLoss: Sendable, Hashable {
    /// n: 2 in free space, about 1.7 in a corridor, 2.7 … 4.3 indoors with obstacles.
    public let exponent: Float

    /// `exponent` is held to 1 … 6.
    public init(exponent: Float = 2) {
        self.exponent = min(max(exponent, 1), 6)
    }

    /// The distance in metres at which a beacon of `power` (dBm at 1 m) is heard with `rssi` (dBm).
    public func distance(rssi: Float, power: Float) -> Float {
        powf(10, (power - rssi) / (10 * exponent))
    }

    /// How many dB less than at one metre are heard `distance` metres away; negative within one metre.
    public func loss(at distance: Float) -> Float {
        10 * exponent * log10f(max(distance, 0.001))
    }
}
