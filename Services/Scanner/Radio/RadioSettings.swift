import Schema
import Tracking

/// What the radio thread is set up with.
struct RadioSettings: Sendable {
    /// Makes the source anew for each run.
    var makeSource: @Sendable () -> any ReportSource
    /// Makes live sources anew for each run, in place of the above.
    var makeLive: (@Sendable () -> [any LiveSource])?
    /// Makes what looks for the adapter of one of the live sources after a failed start, and why that source failed.
    var makeWatch: (@Sendable (_ source: Int, _ cause: ErrorCode) -> any AdapterWatching)?
    var pace: Pace
    var tracker = TrackerSettings()
    /// Interval of readings; nil = none.
    var readings: Duration? = .seconds(1)
    /// Which reports of monitored beacons are passed on as they came, and how often of each.
    var raw = RawTap.Selection.none
    var rawInterval: Duration = .seconds(1)
    /// What is monitored until another set comes.
    var monitored = MonitoredSet.byFormat
}
