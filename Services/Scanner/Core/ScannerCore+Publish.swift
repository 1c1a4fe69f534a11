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
        if !pass.readings.isEmpty { publish(pass.readings, pass.decidedAt, link) }
        if !items.isEmpty { status.touch() }
    }

    private var encoder: BatchEncoder { BatchEncoder(node: options.node, journal: journal.id) }

    private func publish(_ batch: Batcher.Batch, elapsed: Int64, _ link: BusLink) {
        let event: BeaconEvent
        switch batch.kind {
        case .active: event = .active
        case .inactive: event = .inactive
        case .changed: event = .changed
        }
        guard link.isConnected else {
            if batch.kind == .changed { totals.droppedChanges += Int64(batch.items.count) }
            return
        }
        let entries = batch.items.map { item in
            BatchEncoder.Entry(
                record: EntryRecord(item.event, run: nil), activation: item.activation, entry: item.entry,
                elapsed: elapsed, before: batch.kind == .changed ? item.event.before : nil)
        }
        let bodies = encoder.batches(
            entries, kind: "\(batch.kind)", run: machine.run?.id, oldest: journal.oldest)
        for body in bodies {
            do {
                try link.publish(.beaconEvent(options.node, event)) { head throws(BeaconBusError) in
                    try MessageCoder.encode(head, members: body.members)
                }
                totals.batches += 1
            } catch {
                if batch.kind == .changed { totals.droppedChanges += Int64(body.count) }
                logger.warning("a batch was not sent", .reason("\(error)"))
            }
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
            if let activation = ActivationID(node: options.node, journal: journal.id, counter: item.activation) {
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
        guard link.isConnected else {
            totals.droppedReadings += Int64(readings.count)
            return
        }
        for part in stride(from: 0, to: readings.count, by: Batcher.greatest) {
            let slice = readings[part..<min(part + Batcher.greatest, readings.count)]
            do {
                try link.publish(.readings(options.node), .once) { head throws(BeaconBusError) in
                    try MessageCoder.encode(head, members: members(of: slice, decidedAt, link.now))
                }
                totals.readings += Int64(slice.count)
            } catch {
                totals.droppedReadings += Int64(slice.count)
            }
        }
    }

    private func members(of readings: ArraySlice<Reading>, _ decidedAt: Instant, _ now: Instant) -> [UInt8] {
        let list = readings.compactMap { reading -> JSONValue? in
            guard let counter = numbers.counter(reading.activation),
                let activation = ActivationID(node: options.node, journal: journal.id, counter: counter)
            else { return nil }
            var object: [String: JSONValue] = [
                "beacon": .string(reading.identity.id.description), "activation": .string(activation.description),
                "zone": .string("\(reading.zone)"), "samples": .integer(Int64(reading.samples)),
                "age": .integer((now - reading.lastSeen).saturatedMilliseconds),
            ]
            object["rssi"] = reading.rssi.map { .number((Double($0) * 10).rounded() / 10) }
            object["distance"] = reading.distance.map { .number((Double($0) * 100).rounded() / 100) }
            return .object(object)
        }
        var members = Array("\"node\":\"\(options.node)\",".utf8)
        if let run = machine.run { members += Array("\"run\":\"\(run.id)\",".utf8) }
        return members + Array("\"beacons\":".utf8) + JSONValue.array(list).bytes
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
        let entries = records.compactMap { record -> BatchEncoder.Entry? in
            guard let body = EntryRecord(record.entry.body) else { return nil }
            return BatchEncoder.Entry(
                record: body, activation: record.entry.activation, entry: record.number,
                elapsed: max((now - record.at).saturatedMilliseconds, 0),
                kind: record.entry.kind == .active ? .active : .inactive)
        }
        // A batch names one run.
        var start = entries.startIndex
        while start < entries.endIndex {
            let run = entries[start].record.run
            let end = entries[start...].firstIndex { $0.record.run != run } ?? entries.endIndex
            let part = Array(entries[start..<end])
            for body in encoder.batches(part, kind: "journal", run: run, oldest: journal.oldest) {
                try link.publish(.unacknowledged(options.node)) { head throws(BeaconBusError) in
                    try MessageCoder.encode(head, members: body.members)
                }
                totals.resent += Int64(body.count)
            }
            start = end
        }
    }
}

extension BeaconZone {
    /// The zone as it stands in messages.
    init(_ zone: Zone) {
        switch zone {
        case .unknown: self = .unknown
        case .immediate: self = .immediate
        case .near: self = .near
        case .far: self = .far
        }
    }
}
