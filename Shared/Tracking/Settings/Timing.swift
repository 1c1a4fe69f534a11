/// When a beacon counts as present, and when no longer (D12).
public struct Timing: Sendable, Hashable {
    /// How many sightings make a beacon active, 1 … 4.
    public var sightings: UInt8
    /// Within how long they must come.
    public var window: Duration
    /// How long a beacon must be silent to become inactive.
    public var timeout: Duration
    /// Beyond this many metres a beacon is not taken for present; nil: hearing it is enough.
    public var range: Float?

    /// The defaults of D12: two sightings within ten seconds, thirty seconds of silence. Values outside the sensible are
    /// moved to the nearest end: window and time-out 0.1 s … 24 h.
    public init(
        sightings: UInt8 = 2, window: Duration = .seconds(10), timeout: Duration = .seconds(30), range: Float? = nil
    ) {
        self.sightings = min(max(sightings, 1), 4)
        self.window = min(max(window, .milliseconds(100)), .seconds(86_400))
        self.timeout = min(max(timeout, .milliseconds(100)), .seconds(86_400))
        self.range = range.map { min(max($0, 0.1), 1_000) }
    }
}
