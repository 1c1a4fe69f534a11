import Schema

/// The run that is on: whether its scanner is there, scans, and has all its sources.
extension ScannerWatch {
    mutating func checkRun(_ now: Instant, _ steps: inout [ScannerStep]) {
        guard connectedAt != nil, var expected else { return }
        defer { self.expected = self.expected == nil ? nil : expected }
        if isPresent, let report, report.run == expected.run {
            if report.scanning {
                expected.missingSince = nil
                expected.warned = false
                checkSources(report, &expected, &steps)
                checkSilence(now, &expected, &steps)
                return
            }
            if let error = report.error {
                lose(expected, error, &steps)
                return
            }
        }
        let since = expected.missingSince ?? now
        expected.missingSince = since
        if !expected.warned, isGone || now >= since + times.arrival {
            expected.warned = true
            steps.append(.warn(missing(expected)))
        }
        if now >= since + times.absence { lose(expected, missing(expected), &steps) }
    }

    /// When ``check(now:)`` may come to another result though nothing happens.
    var deadline: Instant? {
        var earliest: Instant?
        func due(_ instant: Instant?) {
            guard let instant else { return }
            earliest = min(instant, earliest ?? instant)
        }
        if let task, task.number == nil {
            if isPresent {
                due(task.notBefore)
            } else if task.command.verb == .scan {
                due(task.wantedAt + times.absence)
            }
        }
        if connectedAt != nil, let expected {
            if let since = expected.missingSince {
                if !expected.warned { due(since + times.arrival) }
                due(since + times.absence)
            } else {
                due(reportedAt + (expected.silent ? times.deafness : times.silence))
            }
        }
        return earliest
    }

    /// Losing one of several sources is a warning, once (requirements §1).
    private func checkSources(_ report: ScannerReport, _ expected: inout Expectation, _ steps: inout [ScannerStep]) {
        guard !report.failed.isEmpty || !expected.failed.isEmpty else { return }
        for (name, error) in report.failed.sorted(by: { $0.key < $1.key }) where !expected.failed.contains(name) {
            steps.append(.warn(error))
        }
        expected.failed = Set(report.failed.keys)
    }

    /// A scanner that is connected but says nothing (R5: never sits there as running and deaf).
    private mutating func checkSilence(_ now: Instant, _ expected: inout Expectation, _ steps: inout [ScannerStep]) {
        let silence = now - reportedAt
        guard silence >= times.silence else {
            expected.silent = false
            return
        }
        let error = BeaconBusError(
            .scannerSilent, "The scanner says nothing.",
            reason: "no status for \(silence.components.seconds) s, it should come every 5 s",
            suggestion: "See whether beacon-scanner is stuck or its machine overloaded.")
        if !expected.silent {
            expected.silent = true
            steps.append(.warn(error))
        }
        if silence >= times.deafness { lose(expected, error, &steps) }
    }

    private mutating func lose(_ expected: Expectation, _ error: BeaconBusError, _ steps: inout [ScannerStep]) {
        self.expected = nil
        steps.append(.event(.lost(attempt: expected.attempt, error)))
    }

    /// Whether the scanner is known to have left, by its will or its goodbye. Everything else may still be on its way:
    /// its status after a connection, or after it has answered `scan`.
    private var isGone: Bool {
        guard let report else { return false }
        return !report.isOnline || gone.map { $0 >= report.origin } ?? false
    }

    private func missing(_ expected: Expectation) -> BeaconBusError {
        guard isPresent, let report else { return absence }
        return BeaconBusError(
            .scannerSilent, "The scanner does not scan for this run.",
            reason: report.run.map { "its status names run \($0) instead of \(expected.run)" }
                ?? "its status names no run instead of \(expected.run)",
            suggestion: "See the log of beacon-scanner; another program may have halted it.")
    }
}
