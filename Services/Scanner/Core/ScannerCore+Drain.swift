import Bus
import Schema
import ServiceKit
import Store
import Tracking

extension ScannerCore {
    /// Takes what the radio has decided: one commit for all of it, then the batches go out.
    ///
    /// While the journal cannot be written nothing is taken; the radio pauses when its queue is full, and nothing is lost.
    func drain(_ link: BusLink) {
        hasMore = false
        // The journal is closed then.
        guard !status.isStopping else { return }
        // A bound, so that a radio at full speed does not keep the network waiting.
        for _ in 0..<16 where drainOnce(link) == false { return }
        hasMore = true
    }

    /// Takes what is there now; false if there was nothing, or it could not be committed.
    private func drainOnce(_ link: BusLink) -> Bool {
        if let problem = storeProblem, link.now < problem.retryAt { return false }
        // What could not be committed is tried again alone: meanwhile the radio's queue fills, and the radio pauses.
        if inbox.isEmpty { inbox = radio.take() }
        guard !inbox.isEmpty else { return false }
        let prepared: [PreparedOutput]
        do {
            prepared = try commit(at: link.now)
        } catch {
            let cause =
                error as? BeaconBusError
                ?? BeaconBusError(
                    .storeFailed, reason: "\(error)", suggestion: "Look into the scanner's data folder.")
            if storeProblem == nil { status.touch() }
            storeProblem = (cause, link.now + .seconds(1))
            logger.error("the journal cannot be written", .code(cause.code.description), .reason(cause.reason))
            return false
        }
        if storeProblem != nil {
            storeProblem = nil
            status.touch()
        }
        inbox = []
        for output in prepared { take(output, link) }
        return true
    }

    /// An output whose decisions have their lasting numbers.
    enum PreparedOutput {
        case plain(RadioOutput)
        case pass(RadioPass, [Batcher.Item])
    }

    /// Gives activations and entries their numbers and puts the entries on the disk, all in one commit.
    private func commit(at now: Instant) throws -> [PreparedOutput] {
        var entries: [JournalEntry] = []
        var outputs: [PreparedOutput] = []
        let numbersBefore = numbers
        do {
            for output in inbox {
                guard case .pass(let token, let pass) = output, token == machine.token else {
                    outputs.append(.plain(output))
                    continue
                }
                outputs.append(.pass(pass, try items(of: pass, &entries)))
            }
            let range = try journal.append(entries, at: now)
            return outputs.map { output in
                guard case .pass(let pass, let items) = output else { return output }
                return .pass(
                    pass,
                    items.map { item in
                        var item = item
                        item.entry = item.entry.map { range.lowerBound + $0 }
                        return item
                    })
            }
        } catch {
            numbers = numbersBefore
            throw error
        }
    }

    /// The decisions of a pass; `entry` is the place within `entries` until they have been appended.
    private func items(of pass: RadioPass, _ entries: inout [JournalEntry]) throws -> [Batcher.Item] {
        var items: [Batcher.Item] = []
        items.reserveCapacity(pass.events.count)
        for event in pass.events {
            if event.kind == .active { numbers.assign(try nextCounter(), to: event.beacon.activation) }
            guard let counter = numbers.counter(event.beacon.activation) else { continue }
            var item = Batcher.Item(event: event, activation: counter)
            if event.kind != .changed {
                item.entry = Int64(entries.count)
                entries.append(
                    JournalEntry(
                        kind: event.kind == .active ? .active : .inactive, activation: counter,
                        body: EntryRecord(event, run: machine.run?.id).bytes))
            }
            if event.kind == .inactive { numbers.end(event.beacon.activation) }
            items.append(item)
        }
        return items
    }

    private func nextCounter() throws -> Int64 {
        if spare.isEmpty { spare = try journal.reserveActivations() }
        return spare.removeFirst()
    }

    /// What has become of sources and adapter; said in the log as well.
    private func heed(_ reports: [SourceReport], _ adapter: AdapterReport?) {
        for report in reports {
            let before = sources.first { $0.name == report.name }
            guard before?.state != report.state || before?.error != report.error else { continue }
            switch report.state {
            case .failed, .silent:
                logger.warning(
                    report.state == .silent ? "a source is silent" : "a source has failed", .source(report.name),
                    .reason(report.error?.reason ?? ""), .suggestion(report.error?.suggestion ?? ""))
            case .scanning: logger.info("scanning", .source(report.name))
            case .closed, .opening, .ended: break
            }
        }
        (sources, self.adapter) = (reports, adapter)
        status.touch()
    }

    private func take(_ output: PreparedOutput, _ link: BusLink) {
        switch output {
        case .pass(let pass, let items):
            statistics = pass.statistics
            statisticsAt = pass.decidedAt
            publish(pass, items, link)
        case .plain(.opened(let token, let reports, let adapter)):
            guard token == machine.token else { return }
            heed(reports, adapter)
            perform(machine.opened(), link)
        case .plain(.sources(let token, let reports, let adapter)):
            guard token == machine.token else { return }
            heed(reports, adapter)
        case .plain(.refused(let token, let reports, let adapter, let error)):
            guard token == machine.token else { return }
            (sources, self.adapter) = (reports, adapter)
            logger.error(
                "no source can be opened", .code(error.code.description), .reason(error.reason),
                .suggestion(error.suggestion))
            perform(machine.refused(error), link)
        case .plain(.ended(let token, let figures, let error)):
            guard token == machine.token else { return }
            statistics = figures
            for index in sources.indices where sources[index].state != .failed {
                sources[index].state = error == nil ? .ended : .failed
                sources[index].error = error
            }
            if let error {
                logger.error(
                    "the last source is lost", .code(error.code.description), .reason(error.reason),
                    .suggestion(error.suggestion))
            } else {
                logger.info("the source has ended", .count("reports", figures.source.reports))
            }
            perform(machine.ended(error), link)
        case .plain(.discovered(let number, let reply)):
            discovered(number, reply, link)
        case .plain(.counted(let marks)):
            note(marks, link.now)
        case .plain(.closed(let token)):
            if token == machine.token {
                numbers.removeAll()
                for index in sources.indices { sources[index].state = .closed }
            }
            perform(machine.closed(token), link)
        case .plain(.pass):
            break
        }
    }
}
