internal import Schema

/// A timing as the tracker counts: nanoseconds, milliseconds and decibels.
struct TimingFigures: Sendable {
    let sightings: UInt8
    let window: Int64
    let windowMilliseconds: UInt32
    let timeout: Int64
    /// Loss in dB beyond which a beacon is out of range.
    private(set) var range: Float

    init(_ timing: Timing, _ pathLoss: PathLoss) {
        sightings = timing.sightings
        window = timing.window.saturatedNanoseconds
        windowMilliseconds = UInt32(clamping: timing.window.saturatedMilliseconds)
        timeout = timing.timeout.saturatedNanoseconds
        range = timing.range.map { pathLoss.loss(at: $0) } ?? .infinity
    }

    /// The same range in metres where the path-loss exponent is `factor` times what it was.
    func scaled(by factor: Float) -> TimingFigures {
        var figures = self
        figures.range *= factor
        return figures
    }
}
