internal import Schema

/// Where a decoder notes what a report measures: one place that stays, so that it is handed on without a copy.
/// What is in it is valid until the next report.
final class ScratchValues {
    let pointer = UnsafeMutablePointer<TelemetryValues>.allocate(capacity: 1)

    init() { pointer.initialize(to: TelemetryValues()) }

    deinit { pointer.deallocate() }
}
