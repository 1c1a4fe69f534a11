import Schema

/// The spans that decide whether a scanner is there.
struct ScannerTimes: Sendable {
    /// How long a run may be without its scanner before it is lost.
    var absence: Duration = .seconds(15)
    /// How long its status may take before its absence is a warning, unless it is known to have left.
    var arrival: Duration = .seconds(3)
    /// How long a scanner with a run on may say nothing before that is a warning; it speaks every 5 s.
    var silence: Duration = .seconds(15)
    /// How long it may say nothing before the run is lost though its connection seems to live.
    var deafness: Duration = .seconds(90)
    /// How long one question waits for its answer, at most.
    var answer: Duration = .seconds(30)
    /// The wait before an unanswered question is asked again.
    var repetition: Duration = .seconds(1)
}
