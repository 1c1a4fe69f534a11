import Bluetooth
import Bus
import Schema
import ServiceKit
import Store
import Tracking

extension ScannerCore {
    /// Publishes what one pass decided. Its entries are on the disk; what is lost on the way comes again by `unacknowledged`.
    func publish(_ pass: RadioPass, _ items: [Batcher.Item], _ link: BusLink) {
        let elapsed = max((link.now - pass.decidedAt).saturatedMilliseconds, 0)
        for batch in Batcher.batches(of: items) {
            publish(batch, elapsed: elapsed, link)
        }
        for item in items { note(item, elapsed: elapsed) }
        storeTouchedPages()
        if !pass.readings.isEmpty { publish(pass.readings, pass.decidedAt, link) }
        if !pass.raw.isEmpty { publish(pass.raw, link) }
        if !items.isEmpty { status.touch() }
    }

    private func publish(_ batch: Batcher.Batch, elapsed: Int64, _ link: BusLink) {
        guard link.isConnected, let run = machine.run?.id else {
            if batch.kind == .changed { totals.droppedChanges += Int64(batch.items.count) }
            return
        }
        let entries = batch.items.compactMap { item in
            frame.activation(item.activation).map { activation in
                BatchEntry(
                    EntryRecord(item.event, run: nil), activation: activation, entry: item.entry, elapsed: elapsed,
                    before: batch.kind == .changed ? item.event.before : nil)
            }
        }
        do {
            try send(entries, .beaconEvent(options.node, BeaconEvent(batch.kind)), BatchKind(batch.kind), run, link)
        } catch {
            if batch.kind == .changed { totals.droppedChanges += Int64(batch.items.count) }
            logger.warning("a batch was not sent", .reason("\(error)"))
        }
    }

    /// Publishes entries of one run in as many messages as they need.
    private func send(
        _ entries: [BatchEntry], _ topic: Topic, _ kind: BatchKind, _ run: RunID, _ link: BusLink
    ) throws {
        try frame.write(entries, kind: kind, run: run, oldest: journal.oldest, with: batchWriter) { writer in
            try link.publish(topic) { head in writer.finish(head) ?? [] }
            totals.batches += 1
        }
    }

    /// Keeps figures and pages.
    private func note(_ item: Batcher.Item, elapsed: Int64) {
        let beacon = item.event.beacon
        let id = beacon.identity.id
        switch item.event.kind {
        case .active:
            totals.active += 1
            totals.note(beacon.identity)
            let age = (item.event.at - beacon.firstSeen).saturatedMilliseconds &+ elapsed
            if let activation = frame.activation(item.activation) {
                pages.set(
                    PageEntry(
                        beacon: id, activation: activation, zone: BeaconZone(beacon.zone),
                        since: clock().wall - .milliseconds(age)))
            }
            summary.touch()
        case .inactive:
            totals.inactive += 1
            pages.remove(id)
            summary.touch()
        case .changed:
            totals.changed += 1
            pages.change(id, zone: BeaconZone(beacon.zone))
        }
    }

    private func publish(_ readings: [Reading], _ decidedAt: Instant, _ link: BusLink) {
        guard link.isConnected, let run = machine.run?.id else {
            totals.droppedReadings += Int64(readings.count)
            return
        }
        let elapsed = max(link.now - decidedAt, .zero)
        var index = readings.startIndex
        while index < readings.endIndex {
            readingsWriter.begin(node: options.node, run: run)
            while index < readings.endIndex {
                // A reading of an activation that ended in the same pass is of no use any more.
                if let entry = entry(readings[index], elapsed), !readingsWriter.append(entry) { break }
                index += 1
            }
            let count = readingsWriter.count
            guard count > 0 else { return }
            do {
                try link.publish(.readings(options.node), .once) { [readingsWriter] head in
                    readingsWriter.finish(head) ?? []
                }
                totals.readings += Int64(count)
            } catch {
                totals.droppedReadings += Int64(count)
            }
        }
    }

    /// Passes reports on as they came.
    private func publish(_ raw: [RawTap.Report], _ link: BusLink) {
        var left = raw[...]
        while !left.isEmpty {
            let part = left.prefix(RawReports.greatest)
            left = left.dropFirst(part.count)
            guard link.isConnected, let run = machine.run?.id else {
                totals.droppedRaw += Int64(part.count)
                continue
            }
            do {
                let reports = part.map { report in
                    RawReport(
                        beacon: report.beacon.id, address: report.address, random: report.isRandom,
                        rssi: report.rssi.map { Int($0) }, data: HexDigits.text(report.data),
                        age: max((link.now - report.at).saturatedMilliseconds, 0))
                }
                try link.publish(.raw(options.node), RawReports(node: options.node, run: run, reports: reports), .once)
                totals.raw += Int64(part.count)
            } catch {
                totals.droppedRaw += Int64(part.count)
            }
        }
    }

    private func entry(_ reading: Reading, _ elapsed: Duration) -> ReadingEntry? {
        numbers.counter(reading.activation).flatMap(frame.activation).map { activation in
            ReadingEntry(
                beacon: reading.identity.id, activation: activation,
                rssi: reading.rssi.map { (Double($0) * 10).rounded() / 10 },
                distance: reading.distance.map { min((Double($0) * 100).rounded() / 100, 99_999) },
                zone: BeaconZone(reading.zone), samples: Int64(reading.samples),
                age: (reading.age + elapsed).saturatedMilliseconds)
        }
    }

    /// Sends journalled entries again, as the resender says.
    func resend(_ link: BusLink) {
        guard link.isConnected, storeProblem == nil else { return }
        while let part = resender.take(settled: journal.settled, next: journal.next, now: link.now) {
            do {
                let records = try journal.entries(after: part.after, limit: part.limit)
                guard let last = records.last else { return resender.sent(through: part.after + Int64(part.limit)) }
                try resend(records, link)
                resender.sent(through: last.number)
            } catch {
                resender.interrupt()
                logger.warning("entries cannot be sent again", .reason("\(error)"))
                return
            }
        }
    }

    private func resend(_ records: [JournalRecord], _ link: BusLink) throws {
        let now = journal.clock.time(link.now)
        var entries: [BatchEntry] = []
        var run: RunID?
        // A batch names one run, so another run begins another batch.
        func flush() throws {
            guard let run, !entries.isEmpty else { return }
            totals.resent += Int64(entries.count)
            try send(entries, .unacknowledged(options.node), .journal, run, link)
            entries = []
        }
        for record in records {
            guard let body = EntryRecord(record.entry.body), let activation = frame.activation(record.entry.activation)
            else { continue }
            if body.run != run { try flush() }
            run = body.run
            entries.append(
                BatchEntry(
                    body, activation: activation, kind: record.entry.kind == .active ? .active : .inactive,
                    entry: record.number, elapsed: (now - record.at).saturatedMilliseconds))
        }
        try flush()
    }
}
