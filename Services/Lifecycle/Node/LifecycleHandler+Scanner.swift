import Bus
import Schema

/// The node's scanner: what it says, and what it is asked.
extension LifecycleHandler {
    func scannerReported(_ message: IncomingMessage, _ link: BusLink) {
        // An empty status is a cleared one: the node was forgotten; its scanner will speak again if it is there.
        guard !message.payload.isEmpty else { return }
        do throws(BeaconBusError) {
            let (head, status) = try message.decode(ScannerStatus.self)
            let scanner = ScannerReport(status, session: head.session ?? 0)
            perform(watch.received(scanner, now: link.now), link)
        } catch {
            report.unusable(message.topicName, error)
        }
    }

    func scannerLost(_ message: IncomingMessage, _ link: BusLink) {
        guard !message.payload.isEmpty else { return }
        do throws(BeaconBusError) {
            let lost = try message.decode(Lost.self).body
            let origin = ScannerReport.Origin(session: lost.session, connection: lost.connection)
            perform(watch.lost(origin, now: link.now), link)
        } catch {
            report.unusable(message.topicName, error)
        }
    }

    func perform(_ steps: [ScannerStep], _ link: BusLink) {
        for step in steps {
            switch step {
            case .event(let event): handle(event, link)
            case .warn(let error): warn(error, link)
            case .ask(let order, let number, let timeout): ask(order, number, timeout, link)
            }
        }
    }

    private func ask(_ order: ScannerOrder, _ number: UInt64, _ timeout: Duration, _ link: BusLink) {
        do throws(BeaconBusError) {
            let me = link.clientID.requester
            let request =
                switch order.verb {
                case .scan:
                    try link.request(
                        .scannerCommand(settings.node, .scan, me),
                        ScanCommand(run: order.run, attempt: order.attempt), timeout: timeout)
                case .halt:
                    try link.request(
                        .scannerCommand(settings.node, .halt, me),
                        HaltCommand(run: order.run, attempt: order.attempt), timeout: timeout)
                }
            questions[request] = .order(order.verb, number: number)
        } catch {
            report.publishFailed(error)
            perform(watch.answered(number, .failure(error), now: link.now), link)
        }
    }

    /// What a scanner's answer to scan or halt means.
    static func outcome(
        of reply: Result<IncomingMessage, BeaconBusError>, to verb: ScannerOrder.Verb
    ) -> Result<Void, BeaconBusError> {
        do throws(BeaconBusError) {
            let answer = try MessageCoder.decodeReply(ScanReply.self, reply.get().payload).body
            if let error = answer.error { return .failure(error) }
            if verb == .scan, !answer.scanning {
                return .failure(
                    BeaconBusError(
                        .scannerSilent, "The scanner does not scan.",
                        reason: "it answered scan without scanning and without an error",
                        suggestion: "See the log of beacon-scanner."))
            }
            return .success(())
        } catch {
            return .failure(error)
        }
    }
}

extension ScannerReport {
    /// What of a status matters here.
    init(_ status: ScannerStatus, session: UInt64) {
        var failed: [String: BeaconBusError] = [:]
        for source in status.sources {
            switch source.state {
            case .failed, .ended, .silent: failed[source.name] = source.error ?? Self.trouble(source)
            case .closed, .opening, .scanning: break
            }
        }
        self.init(
            origin: Origin(session: session, connection: status.connection), run: status.run,
            scanning: status.scanning, error: status.error ?? Self.error(of: status, failed), failed: failed,
            adapterUsable: status.adapter.map { $0.state == .ready }, isOnline: status.online)
    }

    /// The one error of a scanner that has lost all its sources without naming one for the whole.
    private static func error(of status: ScannerStatus, _ failed: [String: BeaconBusError]) -> BeaconBusError? {
        switch status.state {
        case .idle, .waiting, .running: return nil
        case .ended, .failed: break
        }
        let causes = failed.sorted { $0.key < $1.key }.map(\.value)
        guard let first = causes.first(where: \.retryable) ?? causes.first else {
            return BeaconBusError(
                status.state == .ended ? .sourceEnded : .adapterFailed, reason: "the scanner has no source left",
                suggestion: "See the log of beacon-scanner.")
        }
        guard causes.count > 1 else { return first }
        return BeaconBusError(
            first.code, reason: "all \(causes.count) sources are lost", suggestion: first.suggestion,
            retryable: first.retryable, causes: causes)
    }

    private static func trouble(_ source: SourceReport) -> BeaconBusError {
        let code: ErrorCode =
            switch source.state {
            case .ended: .sourceEnded
            case .silent: .scannerSilent
            default: .adapterFailed
            }
        return BeaconBusError(
            code, reason: "source \(quoted(source.name)) is \(source.state)",
            suggestion: "See the log of beacon-scanner.")
    }
}
