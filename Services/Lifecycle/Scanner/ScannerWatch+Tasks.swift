import Schema

/// Commands: asked when the scanner is there, again when it changed or did not answer, given up when it does not come.
extension ScannerWatch {
    /// The answer to a question. The scanner's own refusals are final, failures on the way are not.
    mutating func answered(
        _ number: UInt64, _ answer: Result<Void, BeaconBusError>, now: Instant
    ) -> [ScannerStep] {
        guard let task, task.number == number else { return [] }
        let attempt = task.command.attempt
        switch answer {
        case .success:
            self.task = nil
            return [.event(task.command.verb == .scan ? .scanning(attempt: attempt) : .halted(attempt: attempt))]
        case .failure(let error) where Self.onTheWay.contains(error.code):
            self.task?.failed(again: now + times.repetition)
            return check(now: now)
        case .failure(let error):
            self.task = nil
            return [
                .event(
                    task.command.verb == .scan
                        ? .scanFailed(attempt: attempt, error) : .lost(attempt: attempt, error))
            ]
        }
    }

    mutating func checkTask(_ now: Instant, _ steps: inout [ScannerStep]) {
        guard let task else { return }
        if let event = outcome(of: task) {
            self.task = nil
            steps.append(.event(event))
        } else if isPresent {
            guard task.number == nil, now >= task.notBefore else { return }
            numbers &+= 1
            self.task?.ask(numbers, reports: reports)
            let left = task.deadline.map { max($0 - now, .milliseconds(1)) } ?? times.answer
            steps.append(.ask(task.command, number: numbers, timeout: min(left, times.answer)))
        } else if task.command.verb == .scan, now >= task.wantedAt + times.absence {
            self.task = nil
            steps.append(.event(.scanFailed(attempt: task.command.attempt, absence)))
        }
    }

    /// What the status alone says about a command that was asked.
    private func outcome(of task: ScannerTask) -> LifecycleEvent? {
        guard task.wasAsked, isPresent, let report, reports > task.earlierReports else { return nil }
        switch task.command.verb {
        case .scan:
            guard report.run == task.command.run else { return nil }
            if report.scanning { return .scanning(attempt: task.command.attempt) }
            return nil
        case .halt:
            return report.run == task.command.run ? nil : .halted(attempt: task.command.attempt)
        }
    }

    /// Why no scanner can be asked.
    var absence: BeaconBusError {
        guard connectedAt != nil else {
            return BeaconBusError(
                .brokerUnreachable, reason: "the scanner is asked over the broker, and there is no connection to it",
                suggestion: "Check that the broker runs and that its address is right.")
        }
        return BeaconBusError(
            .scannerSilent, "The scanner is not there.",
            reason: report == nil
                ? "no beacon-scanner has shown itself for this node" : "beacon-scanner has left the broker",
            suggestion: "Start beacon-scanner with the same site and node, and see its log.")
    }

    /// Errors that say nothing about whether the scanner scans: lost, late, or not understood. The question is asked
    /// again, and an attempt that ends over it is undone before it counts as failed (H13).
    private static let onTheWay: Set<ErrorCode> = [
        .requestTimeout, .connectionLost, .brokerUnreachable, .busy, .rateLimited, .commandExpired, .messageInvalid,
        .messageTooLarge, .versionUnsupported, .identifierInvalid,
    ]
}
