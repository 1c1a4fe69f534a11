/// Smooths the RSSI of one beacon: steady while the beacon stands still, quick when it moves.
///
/// A slow Kalman filter alone would need half a minute to follow a person who walks away; a quick one would let a beacon
/// at a boundary flap. So the slow one is watched by a two-sided cumulative sum over the normalised, clipped deviation: a
/// lasting shift (three samples that agree are the least) starts the estimate anew from the samples that showed it.
/// With the default figures a beacon that stands still raises a false alarm less than once in 100,000 samples.
public struct SignalFilter: Sendable {
    private var kalman: KalmanFilter
    private var above = Shift()
    private var below = Shift()

    /// What one direction has gathered since it last showed nothing.
    private struct Shift {
        var score: Float = 0
        var sum: Float = 0
        var count: Float = 0

        mutating func add(_ excess: Float, _ sample: Float) {
            score = max(0, score + excess)
            if score == 0 {
                sum = 0
                count = 0
            } else {
                sum += sample
                count += 1
            }
        }
    }

    /// All samples so far were `decibels` higher than was thought.
    mutating func shift(by decibels: Float) {
        kalman.estimate += decibels
        above.sum += decibels * above.count
        below.sum += decibels * below.count
    }

    /// Begins with one sample in dBm.
    public init(first sample: Float, model: SignalModel) {
        kalman = KalmanFilter(first: sample, noise: model.noise)
    }

    /// The smoothed RSSI in dBm.
    public var estimate: Float { kalman.estimate }

    /// Takes in a sample in dBm that came `gap` seconds after the last.
    ///
    /// Returns how many samples stand behind the new estimate for a decision that wants several to agree: 1, or 3 when
    /// a lasting shift was recognised.
    @inlinable
    public mutating func update(_ sample: Float, gap: Float, model: SignalModel) -> UInt8 {
        update(sample, gap: gap, noise: model.noise, deviation: model.deviation, drift: model.drift)
    }

    @usableFromInline
    mutating func update(_ sample: Float, gap: Float, noise: Float, deviation: Float, drift: Float) -> UInt8 {
        let scaled = (sample - kalman.estimate) / deviation
        let clipped = min(max(scaled, -SignalModel.clip), SignalModel.clip)
        above.add(clipped - SignalModel.allowance, sample)
        below.add(-clipped - SignalModel.allowance, sample)
        let shifted = above.score >= SignalModel.alarm ? above : below
        if shifted.score >= SignalModel.alarm {
            kalman = KalmanFilter(first: shifted.sum / shifted.count, noise: noise / shifted.count)
            above = Shift()
            below = Shift()
            return 3
        }
        let added = min(max(gap, 0) * drift, SignalModel.mostDrift)
        kalman.update(kalman.estimate + clipped * deviation, noise: noise, drift: added)
        return 1
    }
}
