import Bus
import Schema
import ServiceKit
import Store
import Tracking

/// What the scanner keeps at the broker: status, summary, pages.
extension ScannerCore {
    /// Publishes what is due of them.
    func publishDue(_ link: BusLink) {
        let now = link.now
        let interval = isBusy ? options.statusInterval : nil
        if status.isDue(now, pause: options.statusPause, interval: interval) { publishStatus(link) }
        guard hasConnected, link.isConnected else { return }
        for (page, entries) in pages.takeDue(now) { publish(page, entries, link) }
        if summary.isDue(now, pause: PageBook.interval, interval: nil) {
            summary.told(now)
            let body = BeaconSummary(
                node: options.node, run: machine.run?.id, active: Int64(pages.count), pages: pages.filled,
                dropped: Int64(pages.leftOut))
            attempt { try link.setRetained(.beacons(options.node), body) }
        }
    }

    private static let pagesKey = "pages"

    /// Keeps which pages this node may have at the broker, so that the next process clears them; written when one is
    /// filled for the first time, 64 times at most.
    func storeTouchedPages() {
        guard pages.touched != storedPages else { return }
        storedPages = pages.touched
        attempt { try journal.setState(Self.pagesKey, Array(String(storedPages, radix: 16).utf8)) }
    }

    /// The active beacons of before a restart stay on their pages until the next run decides about them (D9).
    func loadPages() throws {
        // Where nothing is known (a new journal), all are cleared once.
        if let bytes = try journal.state(Self.pagesKey),
            let known = UInt64(String(decoding: bytes, as: UTF8.self), radix: 16)
        {
            earlierPages = known
            storedPages = known
        }
        let wall = clock().wall
        let now = journal.clock.time(clock().instant)
        for record in try journal.goingActivations() {
            guard let entry = EntryRecord(record.entry.body),
                let activation = ActivationID(
                    node: options.node, journal: journal.id, counter: record.entry.activation)
            else { continue }
            let age = (now - record.at) + .milliseconds(Int64(clamping: entry.sinceFirst))
            pages.set(
                PageEntry(
                    beacon: entry.identity.id, activation: activation, zone: BeaconZone(entry.zone), since: wall - age))
        }
    }

    private func publish(_ page: BeaconPageNumber, _ entries: [PageEntry], _ link: BusLink) {
        let topic = Topic.beaconPage(options.node, page)
        if entries.isEmpty {
            attempt { try link.clearRetained(topic) }
        } else {
            let body = BeaconPage(node: options.node, run: machine.run?.id, beacons: entries)
            attempt { try link.setRetained(topic, body) }
        }
    }

    /// Publishes the status now.
    func publishStatus(_ link: BusLink) {
        status.told(link.now)
        let body = makeStatus(link)
        attempt { try link.setRetained(.scanner(options.node), body) }
        report.update(
            body, written: journal.bytesWritten, dropped: journal.dropped, storeProblem: storeProblem?.error)
    }

    private func makeStatus(_ link: BusLink) -> ScannerStatus {
        let sinceReport = statistics.sinceReport.map { $0 + max(link.now - statisticsAt, .zero) }
        let silent = sources.first { $0.state == .silent }
        let error = machine.error ?? storeProblem?.error ?? silent?.error
        // The last word stays at the broker: with the process its sources are closed.
        var sources = sources
        if status.isStopping { for place in sources.indices { sources[place].state = .closed } }
        return ScannerStatus(
            node: options.node, connection: link.connection, online: !status.isStopping, state: stateName,
            scanning: machine.isScanning && !status.isStopping, run: machine.run?.id, attempt: machine.run?.attempt,
            released: machine.phase == .running, sources: sources, adapter: adapter, monitored: monitored,
            lastReport: sinceReport?.saturatedMilliseconds, active: Int64(pages.count),
            journal: JournalReport(
                id: journal.id, pending: Int64(journal.count), oldest: journal.count > 0 ? journal.oldest : nil,
                next: journal.next, dropped: Int64(clamping: journal.dropped)),
            counters: totals.counters(statistics).merging(["keys.held": Int64(keys.count)]) { $1 }, error: error,
            version: options.version, receiver: receiverReport)
    }

    private var stateName: ScannerState {
        switch machine.phase {
        case .idle, .opening, .closing: .idle
        case .waiting: .waiting
        case .running: .running
        case .ended: .ended
        case .failed: .failed
        }
    }

    private func attempt(_ work: () throws -> Void) {
        do {
            try work()
        } catch {
            logger.warning("retained state cannot be set", .reason("\(error)"))
        }
    }
}
